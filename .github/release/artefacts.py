"""Adds the artifact bundle as one file, the bill of materials and the checksums to a folder of release files.

    python3 artefacts.py PROGRAM BUNDLE FOLDER

The same program and files give the same bytes.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

# The components of a release, each with its licence and, for a linked library, its Debian package.
LICENCES = {
    "zseed": ("MIT", None),
    "swift-argument-parser": ("Apache-2.0", None),
    "yams": ("MIT", None),
    "SQLite": ("blessing", "libsqlite3-dev"),
    "zlib": ("Zlib", "zlib1g-dev"),
    "Swift": ("Apache-2.0 WITH Swift-exception", None),
    "libcsv": ("LGPL-2.1-or-later", "libcsv-dev"),
    "minizip": ("Zlib", "libminizip-dev"),
    "expat": ("MIT", "libexpat1-dev"),
    "libmd": ("BSD-3-Clause", "libmd-dev"),
    "libjpeg-turbo": ("IJG AND BSD-3-Clause AND Zlib", "libturbojpeg0-dev"),
    "libpng": ("libpng-2.0", "libpng-dev"),
    "ICU": ("Unicode-3.0", None),
}


def versions(program: str) -> dict[str, str]:
    """Returns the versions that the program prints, and Debian's versions of the other libraries."""
    lines = subprocess.run(
        [program, "--version", "--verbose"], check=True, capture_output=True, text=True).stdout.splitlines()
    found = {name: version for name, version in (line.split(" ", 1) for line in lines)}
    unknown = set(found) - set(LICENCES)
    if unknown:
        sys.exit(f"artefacts.py: no licence is known of {', '.join(sorted(unknown))}")
    for name, (_, package) in LICENCES.items():
        if name in found or package is None:
            continue
        query = ["dpkg-query", "-W", "-f", "${Version}", package]
        try:
            found[name] = subprocess.run(query, check=True, capture_output=True, text=True).stdout
        except (OSError, subprocess.CalledProcessError):
            continue
    return found


def bill(program: str) -> bytes:
    """Returns the bill of materials, as SPDX 2.3."""
    found = versions(program)
    version = found["zseed"]
    digest = hashlib.sha256(Path(program).read_bytes()).hexdigest()
    packages = [
        {
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
            "name": name,
            "versionInfo": found.get(name, "NOASSERTION"),
            "licenseDeclared": LICENCES[name][0],
            "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
        }
        for name in LICENCES if name in found or name == "ICU"
    ]
    packages[0]["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    document = {
        "spdxVersion": "SPDX-2.3",
        "SPDXID": "SPDXRef-DOCUMENT",
        "dataLicense": "CC0-1.0",
        "name": f"zseed-{version}",
        "documentNamespace": f"https://github.com/zseed/zseed/spdx/{version}/{digest}",
        # There is no time stamp, so that the same program always has the same bill.
        "creationInfo": {"created": "2001-01-01T00:00:00Z", "creators": ["Tool: zseed-artefacts"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
             "relatedSpdxElement": "SPDXRef-zseed"},
        ] + [
            {"spdxElementId": "SPDXRef-zseed", "relationshipType": "STATIC_LINK",
             "relatedSpdxElement": package["SPDXID"]}
            for package in packages[1:]
        ],
    }
    return (json.dumps(document, indent=2) + "\n").encode()


def zipped(bundle: Path, target: Path) -> None:
    """Writes the bundle as one file, without times and owners."""
    new = target.with_name(target.name + ".new")
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(path for path in bundle.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(f"{bundle.name}/{path.relative_to(bundle)}", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
            archive.writestr(entry, path.read_bytes())
    new.replace(target)


def main() -> None:
    program, bundle, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    zipped(bundle, folder / "zseed.artifactbundle.zip")
    files = sorted(
        path for path in folder.iterdir()
        if path.is_file() and path.name not in ("SHA256SUMS", "zseed.spdx.json") and path.suffix != ".new")
    (folder / "zseed.spdx.json").write_bytes(bill(program))
    files = sorted(files + [folder / "zseed.spdx.json"])
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(lines))
    for path in files:
        print(f"{folder}/{path.name}: {path.stat().st_size / 1e6:.1f} MB")


main()
