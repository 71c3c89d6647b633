"""Builds the stores that Core Data has to open: stores.py ZSEED FOLDER

These are the demo and all stores of the cookbook's pages, including migrated ones. The commands of the pages are run as
they are written. Standard output has a line for each store with its model, separated by a tab. FOLDER/swiftdata.txt has
the stores of SwiftData in the same form: a store, the prefix of its classes (`SchemaV1.`, or `-` for none), and their
source files. Each store is listed with the source that it was created with, and again with classes frozen from the store.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The same pattern as in Tests/Tool/CommandSupport/DocumentedPage.swift.
STEPS = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n((?:.*\n)*?)```$|^```console\n((?:.*\n)*?)```$", re.M)


def zseed(program, *arguments, folder):
    return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True)


def run_page(page, folder, program):
    """Writes the files of a page, and runs its commands."""
    folder.mkdir(parents=True)
    for model in (ROOT / "docs/cookbook").glob("*.xcdatamodel"):
        shutil.copytree(model, folder / model.name)
    environment = dict(os.environ, PATH=f"{pathlib.Path(program).parent}:{os.environ['PATH']}")
    for match in STEPS.finditer(page.read_text(encoding="utf-8")):
        name, text, console = match.groups()
        if name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
            continue
        for command in re.split(r"^\$ ", console, flags=re.M):
            if command:
                subprocess.run(
                    ["sh", "-c", command.split("\n")[0]], cwd=folder, env=environment,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def swift_sources(program, store, candidates, folder):
    """Returns the sources that declare the models of a store: pairs of a prefix and files."""
    found = []
    for candidate in candidates:
        made = zseed(program, "identify", str(store), "--among", str(candidate), folder=ROOT)
        match = re.search(r": created with .*?(?: \((\w+)\))?$", made.stdout.split("\n")[0])
        if made.returncode == 0 and match:
            files = sorted(candidate.rglob("*.swift")) if candidate.is_dir() else [candidate]
            found.append((match[1], files))
            break
    # Classes generated from the store alone, as other sources would declare them.
    made = zseed(
        program, "codegen", str(store), "--for", "swiftdata", "--schema", "Frozen=1.0.0", "-o", str(folder),
        folder=ROOT)
    again = zseed(program, "identify", str(store), "--among", str(folder), folder=ROOT)
    if made.returncode == 0 and again.returncode == 0:
        found.append(("Frozen", sorted(folder.rglob("*.swift"))))
    return found


def main(program, folder):
    program = os.path.abspath(program)
    folder = pathlib.Path(folder).absolute()
    pairs = []
    demo = folder / "demo.sqlite"
    built = zseed(program, "build", "data/seed.yml", "-o", str(demo), "-q", folder=ROOT)
    if built.returncode:
        sys.exit(built.stderr)
    pairs.append((demo, ROOT / "data/GroceryDude.xcdatamodeld"))
    twin = folder / "demo.store"
    built = zseed(program, "build", "data/seed-swiftdata.yml", "-o", str(twin), "-q", folder=ROOT)
    if built.returncode:
        sys.exit(built.stderr)
    swift = [(twin, [ROOT / "data/GroceryDude.swift"])]
    for page in sorted((ROOT / "docs/cookbook").glob("*.md")):
        place = folder / page.stem
        run_page(page, place, program)
        models = [*place.rglob("*.xcdatamodel"), *place.rglob("*.xcdatamodeld")]
        for store in sorted(place.rglob("*.sqlite")):
            # The model with which an app would open the store, if there is one.
            for model in sorted(models):
                if not zseed(program, "verify", str(store), "--model", str(model), folder=place).returncode:
                    pairs.append((store, model))
                    break
        # Single files are before the folders that contain them, because a folder may have more models.
        candidates = [*sorted(place.glob("*.swift")), *sorted({
            place / source.relative_to(place).parts[0] for source in place.glob("*/**/*.swift")})]
        if candidates:
            swift += [(store, candidates) for store in sorted(place.rglob("*.store"))]
    # Stores that tests kept: `STORE.sqlite` beside `Model.xcdatamodel`.
    for store in sorted((folder / "kept").rglob("*.sqlite")):
        pairs.append((store, store.parent / "Model.xcdatamodel"))
    for store, model in pairs:
        print(f"{store}\t{model}")
    with open(folder / "swiftdata.txt", "w", encoding="utf-8") as file:
        for number, (store, candidates) in enumerate(swift, 1):
            frozen = folder / "frozen" / str(number)
            for schema, sources in swift_sources(program, store, candidates, frozen):
                prefix = f"{schema}." if schema else "-"
                print(store, prefix, *sources, sep="\t", file=file)


if __name__ == "__main__":
    main(*sys.argv[1:])
