# GWScope. Two commands are enough: `make run` and `make test`.
# They set up everything else themselves, including the system packages.

SHELL := /bin/bash
BIN   := bin/gwscope
TOOLS := $(CURDIR)/.cache/tools
CGO_ENABLED ?= 1
export CGO_ENABLED

# Debian packages: to build, to draw without a graphics card, and to test the window.
BUILD_PACKAGES := gcc libc6-dev pkg-config libopenblas-dev libgl-dev libegl-dev xorg-dev
RUN_PACKAGES   := libegl1 libgl1-mesa-dri
TEST_PACKAGES  := xvfb xdotool x11-utils imagemagick

# To make the program for Windows, and to test it here.
WINDOWS_PACKAGES := gcc-mingw-w64-x86-64 nsis zip imagemagick
WINE_PACKAGES    := wine wine64 libgl1 unzip

# Folder with pairs of real meshes to measure on, where there is one.
DATA ?= $(or $(GWSCOPE_DATA),../shared/data)

# Folder of the published ShapeNet-part set. Without it the objects are made by the program.
SHAPENET ?=

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0
FYNE        := fyne.io/tools/cmd/fyne@v1.7.4
NFPM        := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2

# The Khronos validator. On machines that have npm, the tests check our GLB files with it.
GLTF_VALIDATOR := gltf-validator@2.0.0-dev.3.10
export NODE_PATH := $(TOOLS)/node/node_modules$(if $(NODE_PATH),:$(NODE_PATH))

space := $(subst ,, )

.PHONY: vet-others deb test-deb windows test-windows release run build test test-race test-slurm soak pictures screens bench bench-paper bench-gpu lint package deps-build deps-test deps-bench clean help
.DEFAULT_GOAL := help

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

run: build ## set up, build, and open the window on an embedded pair (headless: write the match to out/)
	@$(BIN)

# The program has no symbol table, which would be a quarter of its size: stacks of panics do not need it.
build: deps-build ## build bin/gwscope
	@mkdir -p bin
	go build -ldflags "-s -w" $(BUILD_FLAGS) -o $(BIN) .

# The time limit only ends tests that hang: on a busy machine the tests may take ten times as long.
# All checks of go vet run with the tests.
test: deps-test ## set up and run all tests
	$(MAKE) --no-print-directory vet-others SYSTEMS=darwin/arm64
	go test -vet=all -timeout 60m ./...
	$(MAKE) --no-print-directory test-race

# The race detector makes numerics ten times slower, so it runs only the tests of concurrency.
test-race: deps-test ## run the concurrent packages under the race detector
	go test -race -short -timeout 60m -run '$(RACE_TESTS)' $(RACE_PACKAGES)

RACE_TESTS    := Cancel|Thread|Progress|Viewer|Lost|Dropped|Panic|Swap|Watched|LoadingBothSides|Steps|WouldBeLost
# Only packages that have such tests are built.
RACE_PACKAGES  = $(sort $(addprefix ./,$(dir $(shell grep -rlE 'func Test[A-Za-z0-9]*($(RACE_TESTS))' --include='*_test.go' internal solver app/pipeline app/gpu app/gui render))))

# Slurm's daemons run in the foreground on this machine, as root. Nothing of them stays behind.
test-slurm: deps-test ## a cohort on a real Slurm, which the test starts on this machine; skipped where that is not possible
	@( $(call need,slurm-wlm munge) ) || echo "Slurm could not be installed: the test is skipped." >&2
	go test -tags slurm -count=1 -v -timeout 30m -run Slurm ./app/cli

# How long the test acts on the window at random; SEED repeats its actions.
SOAK ?= 1h
SEED ?=

soak: deps-test ## random actions on the real window for an hour, and processes killed while they write
	GWSCOPE_SOAK=$(SOAK) GWSCOPE_SOAK_HANG=2s GWSCOPE_SOAK_SEED=$(SEED) go test -count=1 -v -timeout 0 -run RandomHands ./app/gui
	go test -count=1 -timeout 0 -run Killed ./app/session ./app/export ./app/cli -args -kills 200

pictures: deps-test ## pictures of the window at all moments of its tests, dark and light, at four sizes, and of every step of every lesson: out/pictures; compares whole windows at all sizes
	mkdir -p out/pictures
	GWSCOPE_PICTURES=$(CURDIR)/out/pictures go test -count=1 -v -timeout 0 -run 'PicturesOfMoments|LessonsArePlayed|WindowsLook' ./app/gui

screens: deps-test ## take the README's pictures of the window anew; on an idle machine, because they show times
	GWSCOPE_SCREENS=$(CURDIR)/assets/screens go test -count=1 -v -timeout 0 -run PicturesOfTheReadme ./app/gui

# On two cores: kernels 15 minutes, pairs 12, animals 10, scaling 8, neural 45 where there are pairs of real meshes,
# the paper's presets 20, parts 5, the others 3.
bench: build deps-bench ## measure: kernels, whole pairs beside POT, short versions of the paper's experiments (two hours)
	go test -run '^$$' -bench . -benchmem -timeout 60m ./meshio/... ./solver/... ./render/...
	go test -tags bench -run 'POT' -v -timeout 60m ./solver/baseline
	$(BIN) bench pairs --out out/bench --pot-limit 500 $(if $(wildcard $(DATA)/pairs),--data $(DATA)/pairs)
	$(BIN) bench animals --out out/bench --pairs 1 --seeds 42
	$(BIN) bench anchors --out out/bench --step 12
	$(BIN) bench scaling --out out/bench --samples 100,200,500,1000,2000 --seeds 42 --limit 20
	$(BIN) bench interpolation --out out/bench
	$(BIN) bench toy --out out/bench
	$(BIN) bench neural --out out/bench --pairs 1 --seeds 42 --samples 256,512 $(if $(wildcard $(DATA)/pairs),--data $(DATA)/pairs)
	$(BIN) bench neural --out out/bench/paper --pairs 1 --seeds 42 --samples 256 --methods neural:paper-animals,neural:paper-horse --only horse/1-horse/2
	$(BIN) bench ablation --out out/bench --seeds 42
	$(BIN) bench parts --out out/bench --pairs 1 --samples 256,512 $(if $(SHAPENET),--data $(SHAPENET))

bench-paper: build ## the paper's experiments in full (hours); a new call continues where the last one stopped
	$(BIN) bench animals --out out/paper --paper
	$(BIN) bench scaling --out out/paper --samples 100,200,500,1000,2000,5000,10000 --limit 300
	$(BIN) bench interpolation --out out/paper --paper
	$(BIN) bench toy --out out/paper
	$(BIN) bench ablation --out out/paper --pairs 2
	$(BIN) bench parts --out out/paper --pairs 12 $(if $(SHAPENET),--data $(SHAPENET))
	$(BIN) bench neural --out out/paper --samples 256,512 --paper $(if $(wildcard $(DATA)/pairs),--data $(DATA)/pairs)

bench-gpu: deps-build ## on a machine with a graphics card: test it, and time training steps, the matcher and solves beside the CPU and PyTorch
	CI=1 go test -count=1 -v -run 'Conformance|Device' ./app/gpu
	go test -run '^$$' -bench Step -benchtime 5x -timeout 60m ./app/gpu
	go test -run '^$$' -bench Forward -benchtime 50x -timeout 60m ./app/gpu
	go test -run '^$$' -bench Solve -benchtime 3x -timeout 60m ./app/pipeline

# The window's toolkit needs C libraries of the system that it is built for. All other packages compile without C.
SYSTEMS ?= darwin/arm64 windows/amd64

vet-others: ## go vet without C, for macOS and Windows, of everything but the window
	for system in $(SYSTEMS); do \
	  export CGO_ENABLED=0 GOOS=$${system%/*} GOARCH=$${system#*/}; \
	  go vet $$(go list -e ./... | grep -v '/app/gui') || exit 1; \
	done

lint: deps-build ## gofmt, go vet with C and without, staticcheck
	@odd=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$odd" ]; then echo "not gofmt-ed:"; echo "$$odd"; exit 1; fi
	go vet ./...
	$(MAKE) --no-print-directory vet-others SYSTEMS=$$(go env GOOS)/$$(go env GOARCH)
	@test -x $(TOOLS)/staticcheck || GOBIN=$(TOOLS) go install $(STATICCHECK)
	$(TOOLS)/staticcheck ./...

# A package must not name folders of the machine on which it was built.
package: BUILD_FLAGS := -trimpath
package: build ## make an installable package in bin/ (fyne package)
	@test -x $(TOOLS)/fyne || GOBIN=$(TOOLS) go install $(FYNE)
	@cp FyneApp.toml .cache/FyneApp.toml # fyne writes the number of builds into it
	$(TOOLS)/fyne package --release --executable $(BIN); status=$$?; cp .cache/FyneApp.toml FyneApp.toml; exit $$status
	@mv -f GWScope.tar.xz bin/

VERSION = $(shell sed -n 's/^const Number = "\(.*\)"/\1/p' app/version/version.go)

deb: BUILD_FLAGS := -trimpath
deb: build ## make a Debian package in bin/ (nfpm)
	@test -x $(TOOLS)/nfpm || GOBIN=$(TOOLS) go install $(NFPM)
	@mkdir -p .cache/deb
	$(BIN) man > .cache/deb/gwscope.1
	for shell in bash zsh fish; do $(BIN) completion $$shell > .cache/deb/$$shell || exit 1; done
	cp CHANGELOG.md .cache/deb/changelog
	gzip -9nf .cache/deb/gwscope.1 .cache/deb/changelog
	VERSION=$(VERSION) ARCH=$$(go env GOARCH) $(TOOLS)/nfpm package --config packaging/nfpm.yaml --packager deb --target bin

test-deb: deb ## install the Debian package into a fresh Debian, run it, and remove it (needs root)
	@( $(call need,debootstrap) ) || true
	packaging/test-deb.sh bin/gwscope_$(VERSION)_*.deb

windows: BUILD_FLAGS := -trimpath
windows: build ## make bin/gwscope-windows.zip and an installer for Windows, with mingw-w64 and NSIS
	@$(call need,$(WINDOWS_PACKAGES))
	packaging/windows.sh $(VERSION) bin $(BIN)

# Wine stands in for Windows. It takes half an hour on two cores, most of it for compiling.
test-windows: deps-test windows ## install the program for Windows under Wine, run it and its tests there, and open the window; skipped without Wine
	@( $(call need,$(WINE_PACKAGES)) ) || { echo "Wine could not be installed: the tests of the program for Windows are skipped." >&2; exit 0; }; \
	  packaging/test-windows.sh $(VERSION) bin $(BIN)

release: deb package windows ## all packages with their checksums and the section of the changelog
	cd bin && sha256sum GWScope.tar.xz gwscope_$(VERSION)_*.deb gwscope-windows.zip gwscope-$(VERSION)-setup.exe > SHA256SUMS
	awk '/^## /{on = index($$2, "$(VERSION)")} on' CHANGELOG.md > bin/CHANGES.md

clean: ## remove what was built
	rm -rf bin out .cache

deps-build:
	@$(call need,$(BUILD_PACKAGES) $(RUN_PACKAGES))

deps-test:
	@$(call need,$(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES))
	@test -d $(TOOLS)/node/node_modules/gltf-validator || ! command -v npm >/dev/null || \
	  npm install --silent --no-audit --no-fund --fetch-timeout=20000 --fetch-retries=1 --prefix $(TOOLS)/node $(GLTF_VALIDATOR) >/dev/null 2>&1 || \
	  echo "npm could not install $(GLTF_VALIDATOR): the test that reads GLB files with it is left out." >&2

# The programs that ours is compared with; without them there are only our own figures.
deps-bench: deps-test
	@( $(call need,python3-torch python3-pot) ) || echo "PyTorch and POT are left out." >&2

# need installs the missing packages among the Debian packages $(1), or says which to install.
define need
command -v go >/dev/null || { echo "Go is missing. Install Go 1.26 or later, then run make again." >&2; exit 1; }; \
if command -v dpkg-query >/dev/null; then \
  missing=""; \
  for p in $(1); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$p"; done; \
  if [ -n "$$missing" ]; then \
    if [ "$$(id -u)" = 0 ]; then root=""; elif sudo -n true 2>/dev/null; then root="sudo"; else \
      echo "These packages are missing and need an administrator to install:" >&2; \
      echo "    sudo apt-get install$$missing" >&2; exit 1; fi; \
    echo "Installing:$$missing" >&2; \
    { $$root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq --no-install-recommends $$missing; } >/dev/null || \
      { echo "apt-get could not install:$$missing" >&2; exit 1; }; \
  fi; \
else \
  echo "This is no Debian system: please install these yourself:" $(1) >&2; \
fi
endef
