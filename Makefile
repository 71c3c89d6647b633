# zseed: `make seed` builds and verifies the demo stores, `make test` runs all tests. Both install missing system
# libraries.

SWIFT  ?= swift
PREFIX ?= /usr/local
ZSEED  := .build/release/zseed

APT_PACKAGES  := libsqlite3-dev libcsv-dev zlib1g-dev libminizip-dev libexpat1-dev libmd-dev libturbojpeg0-dev libpng-dev
BREW_PACKAGES := libcsv minizip
HEADERS       := sqlite3.h csv.h zlib.h minizip/unzip.h expat.h

# The other programs that tests run.
TEST_COMMANDS            := cc git python3 sqlite3
TEST_PACKAGES            := gcc libc6-dev git python3 sqlite3
TEST_BREW_PACKAGES       := python sqlite
TEST_PYTHON_PACKAGES     := jsonschema PyYAML
TEST_PYTHON_APT_PACKAGES := python3-jsonschema python3-yaml

# Third-party programs that the tests compare with zseed. They are large, so `make test` does not install them, and
# lists the skipped tests.
COUNTERPART_COMMANDS            := soffice psql mysql chromium
COUNTERPART_PACKAGES            := libreoffice-calc-nogui postgresql mariadb-server chromium
COUNTERPART_BREW_PACKAGES       := postgresql@17 mariadb
COUNTERPART_BREW_CASKS          := libreoffice chromium
COUNTERPART_PYTHON_MODULES      := openpyxl, xlsxwriter, datasette, duckdb, duckdb_extensions, duckdb_extension_sqlite_scanner
# The DuckDB version whose SQLite reader is available as a package.
COUNTERPART_PYTHON_PACKAGES     := openpyxl XlsxWriter datasette duckdb==1.5.5 duckdb-extensions==1.5.5 \
  duckdb-extension-sqlite-scanner==1.5.5
COUNTERPART_PYTHON_APT_PACKAGES := python3-openpyxl python3-xlsxwriter

# The other programs that the benchmarks run.
BENCH_PACKAGES      := gcc libc6-dev sqlite3 python3
BENCH_BREW_PACKAGES := sqlite python3
SIZES   ?= 10000,100000,1000000,10000000
ROUNDS  ?= 5
RESULTS ?= Benchmarks/RESULTS.md

# The compiler checks the code that it gives to LLVM, which finds only mistakes of the compiler itself, takes a third of
# the time of a build, and changes no byte of the result.
UNVERIFIED := -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify

# Generic types are requested by their parts: by name, each is searched among all conformances of the program.
TYPES_BY_PARTS := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

# Exclusive access to the properties of classes is checked in debug builds, which the tests run. Releases, which process
# millions of rows, do not check it.
RELEASE_FLAGS := $(UNVERIFIED) -Xswiftc -enforce-exclusivity=unchecked

ifeq ($(shell uname -s),Darwin)
BREW_PREFIX := $(shell brew --prefix 2>/dev/null)
SWIFT_FLAGS := -Xcc -I$(BREW_PREFIX)/include -Xlinker -L$(BREW_PREFIX)/lib
else
HEADERS     += sha2.h turbojpeg.h png.h
# Starts to compile a module when the interfaces of its modules exist, not only when their code exists, too. On two cores
# this saves a third of the time of a build of the tests. SwiftPM hides the option, and warns that it is not finished: it
# gains nothing for releases, whose modules need the code of others.
PIPELINED = $(shell $(SWIFT) build --help-hidden 2>/dev/null | grep -o -- '--use-integrated-swift-driver' | head -n 1)
# A statically linked program starts faster, and runs on systems without Swift and SQLite. The default linker warns of
# functions in static libraries. LLVM's linker, which is part of the toolchain, does not.
STATIC_LIBRARIES := libsqlite3.a libcsv.a libminizip.a libexpat.a libz.a libmd.a libturbojpeg.a libpng16.a libstdc++.a \
  libc.a
# Code that is optimized for size is as fast here, also in long runs. It builds faster and loads faster from the disk.
RELEASE_FLAGS += --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc -Osize $(TYPES_BY_PARTS)
endif

# The part of ICU's data that a release contains, see docs/start/installing.md.
ICU_DATA := .build/icu/icu-data.o

.PHONY: all seed quick build-tests schema lint format reference test run-tests test-times soak syntax house mutants faults fuzz libfuzzer sanitize versions bench \
  site artefacts \
  install install-program manual manual-tool stripped dist archive package wheel formula documentation coredata trim-check bundle artifactbundle clean dependencies test-dependencies counterparts bench-dependencies release

all: release

# `make seed` and `make test` share one build in a separate folder: whole modules without optimization, debug
# information or an index. Because it is formally a release build, it omits the argument parser's checks of all
# commands, which a debug build performs at each start.
QUICK_FLAGS := -c release --scratch-path .build/quick --disable-index-store \
  -Xswiftc -Onone -Xswiftc -gnone -Xswiftc -enable-testing $(UNVERIFIED) $(TYPES_BY_PARTS) \
  $(PIPELINED) $(SWIFT_FLAGS)
QUICK := .build/quick/release/zseed
# Tests start the program thousands of times, and half of a start is the loading of Swift's dynamic libraries. So on Linux
# they start a copy that contains these libraries, at a fixed address. Without static libraries in the toolchain, they
# start the program itself. Only loaded libraries of C can be replaced, which the tests of faults do.
STATIC_QUICK := $(dir $(QUICK))static/zseed
STATIC_SWIFT := Foundation FoundationInternationalization FoundationEssentials CoreFoundation _FoundationICU \
  _FoundationCShims _FoundationCollections dispatch BlocksRuntime stdc++
define link-static-quick
@if test "$$(uname -s)" = Linux && ! test $(STATIC_QUICK) -nt $(QUICK); then \
  mkdir -p $(dir $(STATIC_QUICK)); \
  $(SWIFT)c -static-stdlib -use-ld=lld -Xclang-linker -no-pie -Xlinker -s -Xlinker --gc-sections \
    -Xlinker --defsym=main=zseed_main @$(QUICK).product/Objects.LinkFileList $(STATIC_SWIFT:%=-l%) $(SWIFT_FLAGS) \
    -o $(STATIC_QUICK).new && mv $(STATIC_QUICK).new $(STATIC_QUICK) \
    || echo "the tests start the program with dynamic libraries" >&2; \
fi
endef
# $(call run-tests,FILTER): runs the built tests that match the filter, or all tests without one.
run-tests = sh Tests/Harness/Memory/run.sh $(SWIFT) test --skip-build --disable-xctest --enable-swift-testing $(QUICK_FLAGS) $(if $(1),--filter '$(1)')

seed: quick
	$(QUICK) build data/seed.yml
	$(QUICK) verify build/GroceryDude.sqlite --model data/GroceryDude.xcdatamodeld
	$(QUICK) build data/seed-swiftdata.yml
	$(QUICK) verify build/GroceryDude.store --model data/GroceryDude.swift

quick: dependencies
	$(SWIFT) build --product zseed $(QUICK_FLAGS)

build-tests: dependencies
	$(SWIFT) build --build-tests $(QUICK_FLAGS)
	$(link-static-quick)

# The reference store of the demo as reviewable text. A test fails if it does not fit the model.
schema: quick
	$(QUICK) create data/GroceryDude.xcdatamodeld -o schema.sql

# The toolchain's swift-format, with .swift-format, which `make format` applies; and the number of idioms in comments,
# messages and pages, which may only go down in each room.
lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Plugins
	python3 Tests/Harness/Idioms/idioms.py

format:
	$(SWIFT) format format --in-place --parallel --recursive Package.swift Sources Tests Plugins

# The pages that are generated from the program's own texts.
reference: build-tests
	ZSEED_WRITE_DOCS=1 $(call run-tests,PlanReferenceTests|HelpTests|MessagePageTests|PinnedHashesTests|GeneratedCodeTests|EmbeddedSeedStoreTests)

# Everything that CI checks. FILTER=MergeTests runs only those tests.
FILTER ?=
test: lint build-tests
	$(call run-tests,$(FILTER))

# Runs the tests as they are built.
run-tests:
	$(call run-tests,$(FILTER))

# Writes the slowest tests with their seconds into CONTRIBUTING.md. The time of a test is right only if it waits for no
# other one, so two processes run one test at a time each, which takes as long as `make test` on two cores.
TIMED := $(dir $(QUICK))zseedPackageTests.xctest --testing-library swift-testing --no-parallel --xunit-output
test-times: build-tests
	rm -f .build/times-*.xml
	-sh Tests/Harness/Memory/run.sh sh -c '$(TIMED) .build/times-commands.xml --filter CommandTests & \
	  $(TIMED) .build/times-rooms.xml --skip CommandTests; wait'
	python3 Tests/Harness/Times/table.py CONTRIBUTING.md .build/times-commands.xml .build/times-rooms.xml

# Compares the reader of Swift declarations with swift-syntax, for the Swift files of FOLDERS, for APPS generated apps,
# and for damaged versions of both. This is a separate package, because swift-syntax takes minutes to build.
# ZSEED_KEEP=FOLDER keeps the files that differ.
FOLDERS   ?= Sources Tests .build/checkouts
MUTATIONS ?= 2
APPS      ?= 200
syntax:
	$(SWIFT) run --package-path Tests/Harness/SwiftSyntaxPackage compare-syntax \
	  --mutations $(MUTATIONS) --apps $(APPS) $(abspath $(FOLDERS))

# Makes system calls fail, one at a time, at PLACES of each class and kind in each command (all: every place, which
# takes hours), and checks the files that remain. CASES=build,export selects commands, CALLS=read,rename selects classes
# of calls. The class `allocate` is by far the largest. PROGRAM=… is a program that loads no library, for example a
# static release.
PLACES ?= 12
faults: build-tests
	ZSEED_FAULTS=$(PLACES) $(if $(CASES),ZSEED_FAULTS_IN=$(CASES)) $(if $(CALLS),ZSEED_FAULTS_OF=$(CALLS)) \
	  $(if $(PROGRAM),ZSEED_FAULTS_PROGRAM=$(abspath $(PROGRAM))) \
	  $(call run-tests,FaultTests)

# Writes the rooms with their lines of code, without comments and blank lines, into ARCHITECTURE.md. This shows the size
# of a change.
house:
	@{ sed '/^<!-- house -->/q' ARCHITECTURE.md; echo; \
	  find Sources -name '*.swift' | xargs awk 'FNR == 1 { split(FILENAME, part, "/"); room = part[3]; files[room]++ } \
	    !/^ *(\/\/|$$)/ { lines[room]++; all++ } \
	    END { for (room in lines) print lines[room], room, files[room]; print all, "all", "" }' \
	  | sort -k1,1nr -k2 | awk 'BEGIN { print "| room | files | code |\n|---|---:|---:|" } \
	    { print "| " $$2 " | " $$3 " | " $$1 " |" }'; echo; \
	  sed -n '/^<!-- \/house -->/,$$p' ARCHITECTURE.md; } > .build/house.md && cat .build/house.md > ARCHITECTURE.md

# Damages the input of each reader for SECONDS, or only that of the readers in CASES='Swift source,plan'. SEED=14
# repeats a run.
SECONDS ?= 60
fuzz: build-tests
	ZSEED_FUZZ_SECONDS=$(SECONDS) $(if $(SEED),ZSEED_FUZZ_SEED=$(SEED)) $(if $(CASES),ZSEED_FUZZ_IN='$(CASES)') \
	  $(call run-tests,FuzzTests)

# Runs the readers that need no process under libFuzzer, which observes the code that an input reaches, each for
# SECONDS. Findings are kept in build/fuzz.
FUZZER         := .build/fuzzer
FUZZER_ROOMS   := Threads Files XML SQLite ObjectModel
FUZZER_READERS := propertyList keyedArchive predicate model
libfuzzer: dependencies
	$(SWIFT) build --sanitize=fuzzer --scratch-path $(FUZZER) --target ObjectModel $(SWIFT_FLAGS)
	$(SWIFT)c -parse-as-library -sanitize=fuzzer -I $(FUZZER)/debug/Modules $(SWIFT_FLAGS) \
	  $(foreach library,CSQLite CSpawn CZlib CExpat CLibMD,-Xcc -fmodule-map-file=Sources/System/$(library)/module.modulemap) \
	  Tests/Harness/LibFuzzer/Readers.swift $(foreach room,$(FUZZER_ROOMS),$(FUZZER)/debug/$(room).build/*.o) \
	  -o $(FUZZER)/readers
	mkdir -p build/fuzz
	for reader in $(FUZZER_READERS); do \
	  mkdir -p $(FUZZER)/corpus-$$reader && \
	  ZSEED_FUZZ_READER=$$reader $(FUZZER)/readers -max_total_time=$(SECONDS) -timeout=20 \
	    -artifact_prefix=build/fuzz/$$reader- $(FUZZER)/corpus-$$reader || exit 1; \
	done

# The tests that are too slow for `make test`: the random tests with ROUNDS times as many rounds, the oracles of merges
# and models with other numbers, every class of faults, damaged input for SECONDS for each reader, and all mutants. Each
# failure shows the seed or the number, and the command that repeats it alone.
SOAK_FIRST ?= $(shell date +%Y%m%d)
soak: test-dependencies counterparts build-tests
	ZSEED_ROUNDS=$(shell expr $(ROUNDS) \* 4) ZSEED_MERGES=$(shell expr $(ROUNDS) \* 1000) $(call run-tests,)
	last=$$(expr $(SOAK_FIRST) + $(ROUNDS) \* 20); \
	python3 Tests/Oracles/MergeOracle/merges.py $(QUICK) $(SOAK_FIRST) $$last && \
	python3 Tests/Oracles/ModelOracle/references.py $(QUICK) $(SOAK_FIRST) $$last && \
	for kind in sqlite csv mysql postgresql; do \
	  python3 Tests/Oracles/ModelOracle/databases.py $(QUICK) $$kind $(SOAK_FIRST) $$last || exit 1; \
	done
	$(MAKE) faults
	$(MAKE) fuzz
	$(MAKE) libfuzzer
	$(MAKE) mutants

# Runs the tests with threads under the thread sanitizer, and the tests that read hostile input under the address
# sanitizer. Both build everything again, in separate folders.
THREADS   := BackgroundResultTests|SerialWorkerTests|BlockPipeTests|RowQueueTests|IndexSortingTests|BulkIndexTests|DamageTests|ObjectWalkTests|BuildTests|ComparingTests
ADDRESSES := HostileInputTests|ByteReader|SourceTests|GzipTests|RowQueueTests|BulkIndexTests|FuzzTests
sanitize: dependencies
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/thread $(SWIFT_FLAGS)
	$(SWIFT) test --skip-build --disable-xctest --enable-swift-testing --sanitize=thread --scratch-path .build/thread \
	  $(SWIFT_FLAGS) --filter '$(THREADS)'
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/address $(SWIFT_FLAGS)
	ASAN_OPTIONS=detect_leaks=0 \
	  $(SWIFT) test --skip-build --disable-xctest --enable-swift-testing --sanitize=address --scratch-path .build/address \
	  $(SWIFT_FLAGS) --filter '$(ADDRESSES)'

# The only place of zseed's version. `make versions` writes it, and the versions of Package.resolved if that file and
# git exist, to the source that `zseed --version --verbose` prints.
VERSION  := 0.1.0
VERSIONS := Sources/Tool/zseed/Process/ProgramVersions+Stamped.swift
versions:
	@{ echo '/// Written by `make versions`, from `VERSION` in the Makefile and from Package.resolved.'; \
	  echo 'extension ProgramVersions {'; \
	  echo '    /// The version of zseed.'; \
	  echo '    static let zseed = "$(VERSION)"'; \
	  echo '    /// The packages that it is built with.'; \
	  echo '    static let packages = ['; \
	  if test -e Package.resolved; then awk -F'"' '$$2 == "identity" { name = $$4 } \
	    $$2 == "version" && $$4 != "" { \
	    printf "        (name: \"%s\", version: \"%s\"),\n", name, $$4 }' Package.resolved; \
	  else grep '(name: ' $(VERSIONS); fi; \
	  echo '    ]'; echo '}'; } > $(VERSIONS).new; \
	if cmp -s $(VERSIONS).new $(VERSIONS); then rm $(VERSIONS).new; \
	else mv $(VERSIONS).new $(VERSIONS); fi

release: dependencies versions
	@static=; for library in $(STATIC_LIBRARIES); do \
	  static="-Xswiftc -static-executable -Xswiftc -DSTATIC_EXECUTABLE -Xlinker -T.github/release/no-unwinding.ld"; \
	  test -e "$$(clang -print-file-name=$$library)" || { static=; break; }; \
	done; \
	if test -n "$$static" && data=$$(python3 .github/release/trim-icu.py $(ICU_DATA)); then \
	  static="$$static $$data"; \
	elif test -n "$$static"; then \
	  echo "linked with all of ICU's data: trim-icu.py needs python3 and binutils" >&2; \
	fi; \
	set -x; $(SWIFT) build -c release --product zseed $(SWIFT_FLAGS) $(RELEASE_FLAGS) $$static

# Builds two programs that print all data that zseed requests from ICU, one with all of ICU's data and one with the
# trimmed data. Their output must be the same.
trim-check:
	flags=$$(python3 .github/release/trim-icu.py $(ICU_DATA)) && \
	for flags in "-o .build/icu/whole" "-o .build/icu/trimmed $$flags"; do \
	  $(SWIFT)c -O -static-executable -use-ld=lld .github/release/trim-check.swift \
	    -Xlinker --gc-sections $$flags || exit 1; \
	done
	.build/icu/whole > .build/icu/whole.txt
	.build/icu/trimmed > .build/icu/trimmed.txt
	cmp .build/icu/whole.txt .build/icu/trimmed.txt

# The manual, by the argument parser's generator. The generator is built as a separate package here, because its plugin
# would build zseed a second time.
MANUAL_TOOL := .build/manual-tool
MANUAL_DATE := $(shell git log -1 --format=%cs 2>/dev/null || echo 2001-01-01)
manual-tool:
	@test -d .build/checkouts/swift-argument-parser || log=$$($(SWIFT) package resolve 2>&1) || \
	  { echo "$$log" >&2; exit 1; }
	@log=$$($(SWIFT) build --package-path .build/checkouts/swift-argument-parser \
	  --scratch-path $(MANUAL_TOOL) --product generate-manual --disable-index-store 2>&1) || \
	  { echo "$$log" >&2; exit 1; }

# $(1): the folder for the manual of PROGRAM.
define write-manual
$(MANUAL_TOOL)/debug/generate-manual "$(abspath $(PROGRAM))" --multi-page --date $(MANUAL_DATE) \
  --output-directory $(1) >/dev/null
endef

# The manual of an existing PROGRAM.
MANUAL ?= build/man
manual: manual-tool
	rm -rf $(MANUAL) && mkdir -p $(MANUAL)
	$(call write-manual,$(MANUAL))

# The program without debug symbols, for installation and releases.
STRIPPED := .build/stripped/zseed
stripped: release
	mkdir -p $(dir $(STRIPPED))
	strip -o $(STRIPPED) $(ZSEED)

# Installs the program, its manual, its completions and its licence to the usual folders of the system.
install: stripped
	$(MAKE) install-program PROGRAM=$(STRIPPED)

install-program: manual-tool
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" "$(DESTDIR)$(PREFIX)/share/doc/zseed"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/zseed"
	$(call write-manual,"$(DESTDIR)$(PREFIX)/share/man/man1")
	chmod 644 "$(DESTDIR)$(PREFIX)"/share/man/man1/zseed*.1
	install -m 644 LICENSE "$(DESTDIR)$(PREFIX)/share/doc/zseed/copyright"
	$(PROGRAM) --generate-completion-script bash \
	  > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/zseed"
	$(PROGRAM) --generate-completion-script zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_zseed"
	$(PROGRAM) --generate-completion-script fish \
	  > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/zseed.fish"

# A package of an existing PROGRAM for Debian and Ubuntu.
DEB_COMPRESSION ?= xz
package:
	@set -e; \
	version=$$($(PROGRAM) --version); architecture=$$(dpkg --print-architecture); \
	name=zseed_$${version}_$$architecture.deb; \
	work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; chmod 755 "$$work"; \
	$(MAKE) -s install-program DESTDIR="$$work" PREFIX=/usr; \
	gzip -n -9 "$$work"/usr/share/man/man1/*.1; \
	install -d "$$work/DEBIAN"; \
	{ echo "Package: zseed"; echo "Version: $$version"; echo "Architecture: $$architecture"; \
	  echo "Maintainer: zseed <release@zseed.invalid>"; echo "Section: database"; echo "Priority: optional"; \
	  echo "Installed-Size: $$(du -sk "$$work/usr" | cut -f1)"; \
	  echo "Homepage: https://github.com/zseed/zseed"; \
	  echo "Description: Core Data seed stores, without Core Data or a Mac"; \
	  echo " Builds the SQLite stores that apps for iOS and macOS ship their data in, from CSV files,"; \
	  echo " databases, JSON and XML, and verifies that the app can use them."; \
	} > "$$work/DEBIAN/control"; \
	mkdir -p $(DIST); \
	find "$$work" -exec env TZ=UTC touch -h -t 200101010000 {} +; \
	SOURCE_DATE_EPOCH=978307200 dpkg-deb --root-owner-group -Z$(DEB_COMPRESSION) --build "$$work" $(DIST)/$$name.new >/dev/null; \
	mv $(DIST)/$$name.new $(DIST)/$$name; \
	echo "$(DIST)/$$name"

# A wheel of an existing PROGRAM, for pipx and uvx.
wheel:
	@python3 .github/release/wheel.py "$(PROGRAM)" "$$($(PROGRAM) --version)" LICENSE "$(DIST)"

# The formula for Homebrew, with the checksums of the archives in DIST.
formula:
	@awk -v version=$(VERSION) ' \
	  NR == FNR { n = $$2; sub("^zseed-" version "-", "", n); if (sub("[.]tar[.]gz$$", "", n)) sums[n] = $$1; next } \
	  { gsub("@VERSION@", version) } \
	  match($$0, /@[a-z0-9_-]+@/) { \
	    name = substr($$0, RSTART + 1, RLENGTH - 2); \
	    if (!(name in sums)) { print "no archive for " name > "/dev/stderr"; missing = 1 } \
	    sub(/@[a-z0-9_-]+@/, sums[name]) } \
	  { print } END { exit missing }' $(DIST)/SHA256SUMS .github/release/zseed.rb.in > $(DIST)/zseed.rb.new
	@mv $(DIST)/zseed.rb.new $(DIST)/zseed.rb

# The documentation of the object layer as a web site, by the toolchain's DocC. It does not use DocC's plugin, which all
# users of the library would have to resolve.
DOCS := build/documentation
documentation: dependencies
	$(SWIFT) build --target ObjectLayer $(SWIFT_FLAGS)
	rm -rf $(DOCS) && mkdir -p $(DOCS)/graphs $(DIST)
	triple=$$($(SWIFT)c -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -1); \
	$(SWIFT) symbolgraph-extract -module-name ObjectLayer -I .build/debug/Modules -target "$$triple" \
	  -minimum-access-level public $(filter-out -Xlinker -L%,$(SWIFT_FLAGS)) \
	  $(foreach library,CSQLite CSpawn CZlib CExpat CLibMD,-Xcc -fmodule-map-file=Sources/System/$(library)/module.modulemap) \
	  -output-dir $(DOCS)/graphs
	docc convert Sources/Store/ObjectLayer/ObjectLayer.docc --additional-symbol-graph-dir $(DOCS)/graphs \
	  --fallback-display-name ObjectLayer --fallback-bundle-identifier zseed.ObjectLayer \
	  --output-path $(DIST)/documentation

# The documentation as a site with search, by mkdocs. Its examples are pages that zseed writes for the demo.
SITE ?= build/site
site: quick
	@python3 -m mkdocs --version >/dev/null 2>&1 || python3 -m pip install --quiet mkdocs || \
	  { $(call install,mkdocs,mkdocs); }
	python3 .github/site/build.py $(QUICK) "$(SITE)"

# All files of a release, for a stripped program, in one folder. The same source gives the same bytes.
artefacts: stripped manual-tool
	$(MAKE) archive PROGRAM=$(STRIPPED)
	if command -v dpkg-deb >/dev/null; then $(MAKE) package PROGRAM=$(STRIPPED); fi
	$(MAKE) wheel PROGRAM=$(STRIPPED)
	$(MAKE) artifactbundle PROGRAM=$(STRIPPED) BUNDLE=.build/bundle/zseed.artifactbundle
	python3 .github/release/artefacts.py $(STRIPPED) .build/bundle/zseed.artifactbundle $(DIST)

# The contents of a release, including the versions that it was built with, in one archive, and the checksum of the
# archive. The bytes of the archive depend only on its contents.
DIST    ?= dist
PROGRAM ?= $(ZSEED)
dist: stripped
	$(MAKE) archive PROGRAM=$(STRIPPED)

# The archive of an existing PROGRAM.
archive: manual-tool
	@set -e; \
	version=$$($(PROGRAM) --version); \
	system=$$(uname -s | tr A-Z a-z | sed s/darwin/macos/); \
	name=zseed-$$version-$$system-$$(uname -m); \
	work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; \
	install -d -m 755 "$$work/$$name"; \
	install -d -m 755 "$$work/$$name/man" "$$work/$$name/completions"; \
	install -m 755 $(PROGRAM) "$$work/$$name/zseed"; \
	install -m 644 LICENSE README.md CHANGELOG.md "$$work/$$name"; \
	$(call write-manual,"$$work/$$name/man"); chmod 644 "$$work/$$name"/man/*; \
	for shell in bash:zseed.bash zsh:_zseed fish:zseed.fish; do \
	  $(PROGRAM) --generate-completion-script $${shell%%:*} > "$$work/$$name/completions/$${shell#*:}"; \
	done; \
	chmod 644 "$$work/$$name"/completions/*; \
	$(PROGRAM) --version --verbose > "$$work/$$name/VERSIONS"; \
	chmod 644 "$$work/$$name/VERSIONS"; \
	find "$$work/$$name" -exec env TZ=UTC touch -t 200101010000 {} +; \
	case "$$(tar --version)" in \
	  *GNU*) owner='--owner=0 --group=0 --numeric-owner';; \
	  *) owner='--uid 0 --gid 0 --uname= --gname=';; \
	esac; \
	mkdir -p $(DIST); \
	(cd "$$work" && find $$name | LC_ALL=C sort | \
	  tar --no-recursion --format=ustar $$owner -cf release.tar -T -); \
	gzip -n -9 < "$$work/release.tar" > $(DIST)/$$name.tar.gz.new; \
	mv $(DIST)/$$name.tar.gz.new $(DIST)/$$name.tar.gz; \
	cd $(DIST); \
	if command -v sha256sum >/dev/null; then sum=sha256sum; else sum='shasum -a 256'; fi; \
	LC_ALL=C; export LC_ALL; $$sum zseed-*.tar.gz > SHA256SUMS; \
	echo "$(DIST)/$$name.tar.gz"

# The artifact bundle of the program for SwiftPM's plugins (docs/guides/plugins.md), used by Plugins/Package.swift. On a
# Mac, it contains a Mac program. `make artifactbundle` creates it from an existing PROGRAM.
BUNDLE ?= Plugins/zseed.artifactbundle
bundle: stripped
	$(MAKE) artifactbundle PROGRAM=$(STRIPPED)

artifactbundle:
	@triple=$$($(SWIFT)c -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1); \
	sh Plugins/bundle.sh "$(BUNDLE)" "$$($(PROGRAM) --version)" "$$triple=$(PROGRAM)" && echo "$(BUNDLE)"

# The tests on a Mac: Core Data opens stores of zseed, reads and saves them, and creates stores for questions that no
# file has answered (docs/internals/mac.md). On other systems, this target only builds the stores and lists the
# questions.
COREDATA := build/coredata
coredata: release
	rm -rf $(COREDATA) && mkdir -p $(COREDATA)
	$(MAKE) build-tests
	ZSEED_KEEP_STORES=$(abspath $(COREDATA))/stores/kept $(call run-tests,EveryKindTests)
	$(SWIFT) build --package-path Tests/Outside/Mac $(SWIFT_FLAGS)
	Tests/Outside/Mac/run.sh $(ZSEED) $(COREDATA) Tests/Outside/Mac/.build/debug/dump-objects \
	  $(if $(filter Darwin,$(shell uname -s)),Tests/Outside/Mac/.build/debug/coredata-day)

# Makes small mistakes in a copy. The tests that are listed for a mistake must notice it.
mutants: dependencies
	python3 Tests/Harness/Mutants/run.py

clean:
	rm -rf .build .build-mutants build dist

# Compares the speed of zseed with its rivals, and writes Benchmarks/RESULTS.md. SIZES=10000 ROUNDS=2 gives a quick
# overview. Missing rivals are skipped and listed.
bench: release bench-dependencies
	python3 Benchmarks/run.py --zseed $(ZSEED) --work build/bench \
	  --results $(RESULTS) --sizes $(SIZES) --rounds $(ROUNDS)

# Installs missing libraries: with apt as root or through sudo, with Homebrew on a Mac. On other systems, it prints the
# required packages.
dependencies:
	@command -v $(SWIFT) >/dev/null || \
	  { echo "zseed needs Swift 6.1 or later: https://www.swift.org/install" >&2; exit 1; }
	@for header in $(HEADERS); do \
	  for folder in /usr/include /usr/include/*-linux-gnu /usr/local/include \
	      $(BREW_PREFIX)/include "$$(xcrun --show-sdk-path 2>/dev/null)/usr/include"; do \
	    test -e "$$folder/$$header" && continue 2; \
	  done; \
	  missing=yes; \
	done; \
	test -n "$$missing" || exit 0; \
	$(call install,$(APT_PACKAGES),$(BREW_PACKAGES))

# The other requirements of tests, which skip and list tests without them.
test-dependencies: dependencies
	@for command in $(TEST_COMMANDS); do command -v $$command >/dev/null || missing=yes; done; \
	test -z "$$missing" || { $(call install,$(TEST_PACKAGES),$(TEST_BREW_PACKAGES)); }
	@python3 -c 'import jsonschema, yaml' 2>/dev/null || \
	  python3 -m pip install --quiet $(TEST_PYTHON_PACKAGES) || \
	  { $(call install,$(TEST_PYTHON_APT_PACKAGES),$(TEST_BREW_PACKAGES)); }

# Programs that exist already are not installed again.
counterparts: test-dependencies
	@for command in $(COUNTERPART_COMMANDS); do command -v $$command >/dev/null || missing=yes; done; \
	test -n "$$missing" || exit 0; \
	if command -v brew >/dev/null; then brew install --cask $(COUNTERPART_BREW_CASKS); fi; \
	$(call install,--no-install-recommends $(COUNTERPART_PACKAGES),$(COUNTERPART_BREW_PACKAGES))
	@python3 -c 'import $(COUNTERPART_PYTHON_MODULES)' 2>/dev/null || \
	  python3 -m pip install --quiet $(COUNTERPART_PYTHON_PACKAGES) || \
	  { $(call install,$(COUNTERPART_PYTHON_APT_PACKAGES),); }

bench-dependencies:
	@for command in cc sqlite3 python3; do \
	  command -v $$command >/dev/null || missing=yes; \
	done; \
	test -n "$$missing" || exit 0; \
	$(call install,$(BENCH_PACKAGES),$(BENCH_BREW_PACKAGES))

# $(1): the packages of Debian and Ubuntu, $(2): those of Homebrew.
define install
if command -v brew >/dev/null; then brew install $(2); exit; fi; \
if ! command -v apt-get >/dev/null; then \
  echo "Some packages are missing. Install them with your system's tools; they are, on Debian" >&2; \
  echo "and Ubuntu:" >&2; \
  echo "  apt-get install $(1)" >&2; exit 1; \
fi; \
if test "$$(id -u)" = 0; then sudo=; \
elif command -v sudo >/dev/null && { test -t 0 || sudo -n true 2>/dev/null; }; then sudo=sudo; \
else \
  echo "zseed needs some system packages. Run this, then make again:" >&2; \
  echo "  sudo apt-get install $(1)" >&2; exit 1; \
fi; \
export DEBIAN_FRONTEND=noninteractive; \
$$sudo apt-get install -y -q $(1) || \
  { $$sudo apt-get update -q && $$sudo apt-get install -y -q $(1); }
endef
