package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"

	"gwscope/app/session"
	"gwscope/solver/verdict"
)

// Book keeps records in a file, one on each line, so that solving, fitting and testing can be
// done apart, and solving can be stopped. Records with evidence of another revision stay in
// the file, but the Book does not have them. It is safe for use by several goroutines.
type Book struct {
	// Outdated is the number of records with evidence of another revision.
	Outdated int

	mu   sync.Mutex
	file *os.File
	all  []*Record
	of   map[string]*Record
}

// OpenBook opens or makes a file of records.
func OpenBook(file string) (*Book, error) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("the file of records cannot be opened: %w", err)
	}
	records, err := ReadRecords(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	b := &Book{file: f, of: map[string]*Record{}}
	for k := range records {
		if records[k].Revision != verdict.Revision {
			b.Outdated++
			continue
		}
		b.all = append(b.all, &records[k])
		b.of[records[k].Key()] = &records[k]
	}
	return b, nil
}

// Close closes the file.
func (b *Book) Close() error { return b.file.Close() }

// Get is the record of a key, nil where there is none.
func (b *Book) Get(key string) *Record {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.of[key]
}

// All are the records in the order of the file.
func (b *Book) All() []*Record {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.all)
}

// Add writes a record behind the others.
func (b *Book) Add(r *Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Key(), err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := b.file.Write(append(line, '\n')); err != nil { // in one call, so that a stop leaves whole lines
		return fmt.Errorf("a record cannot be written: %w", err)
	}
	b.all = append(b.all, r)
	b.of[r.Key()] = r
	return nil
}

// Fill solves a trial by those of its methods that have no record in the book.
func (b *Book) Fill(ctx context.Context, t *Trial, shared session.Options) error {
	return t.Solve(ctx, shared, func(key string) bool { return b.Get(key) != nil }, b.Add)
}
