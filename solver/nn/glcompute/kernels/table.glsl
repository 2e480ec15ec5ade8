// What the soft sort knows of a point, in the order of the scores: the cumulated mass
// W up to and with it, the spread mass at its score, and the sums L and U of
// a_j e^{-|s_j - s|/τ} over it and the points before and after it (package lapsum).
struct Entry {
	double cumulated;
	double node;
	float score;
	float left;
	float right;
	uint bad; // some score is not finite, and nothing else holds
};

layout(std430, binding = 0) buffer Table { Entry table[]; };
