import Foundation
import SwiftSource
import TestSupport

// Compares the declarations of all Swift files below some folders, and of generated apps, with swift-syntax. Each file
// is compared unchanged and with damage. Only files that swift-syntax accepts count. Exits with 1 if a file is read
// differently without a reported problem, or if an unchanged file is refused.
var arguments = Array(CommandLine.arguments.dropFirst())
@MainActor func option(_ name: String) -> Int? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
    let value = Int(arguments[index + 1])
    arguments.removeSubrange(index...(index + 1))
    return value
}
let mutations = option("--mutations") ?? 0
let seed = option("--seed") ?? 16
let apps = option("--apps") ?? 0
let shown = option("--show") ?? 40
/// The folder for copies of texts that are read differently.
let kept = ProcessInfo.processInfo.environment["ZSEED_KEEP"]

var files: [String] = []
for folder in arguments {
    guard let walk = FileManager.default.enumerator(atPath: folder) else {
        files.append(folder)
        continue
    }
    var isEmpty = true
    for case let name as String in walk where name.hasSuffix(".swift") {
        files.append(folder + "/" + name)
        isEmpty = false
    }
    if isEmpty, folder.hasSuffix(".swift") { files.append(folder) }
}
files.sort()

struct Tally {
    var compared = 0
    var same = 0
    var refused = 0
    var invalid = 0
    var different = 0
}

@MainActor func compare(_ bytes: [UInt8], _ path: String, _ tally: inout Tally) {
    let own = SwiftFile(bytes: bytes, callsOf: ["Schema", "ModelContainer"])
    guard let text = String(validating: bytes, as: UTF8.self),
        let reference = ReferenceOutline.lines(of: text)
    else {
        tally.invalid += 1
        return
    }
    tally.compared += 1
    guard own.problems.isEmpty else {
        tally.refused += 1
        if tally.refused + tally.different <= shown {
            let first = own.problems[0]
            print("\(path):\(first.location.line):\(first.location.column): refused: \(first.kind)")
        }
        return
    }
    let lines = OwnOutline.lines(of: own.declarations)
    guard lines != reference else {
        tally.same += 1
        return
    }
    tally.different += 1
    guard tally.refused + tally.different <= shown else { return }
    print("\(path): different")
    if let kept {
        let file = "\(kept)/\(tally.different)-\(path.split(separator: "/").last ?? "")"
        try? Data(bytes).write(to: URL(fileURLWithPath: file))
        print("  \(file)")
    }
    for difference in lines.difference(from: reference).prefix(6) {
        switch difference {
        case .insert(_, let line, _): print("  ours   \(line)")
        case .remove(_, let line, _): print("  theirs \(line)")
        }
    }
}

var plain = Tally()
var mutated = Tally()
var generator = SeededGenerator(seed: UInt64(seed))
let pieces: [[UInt8]] = [
    "{", "}", "(", ")", "[", "]", "\"", "\"\"\"", "/*", "*/", "//", "#if X\n", "\n#endif\n", "`", "\\(",
    "#\"", "/",
    "?", "!", "<", ">", "@", ":", ",", ";", ".", "=", "\n", " ", "var a = 1\n", "case x\n", "class ", "let ",
    "-> ",
].map { Array($0.utf8) }

@MainActor func compareAll(_ bytes: [UInt8], _ path: String) {
    compare(bytes, path, &plain)
    for _ in 0..<mutations where !bytes.isEmpty {
        var copy = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !copy.isEmpty {
            let index = Int.random(in: 0..<copy.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                copy.removeSubrange(
                    index..<min(index + Int.random(in: 1...20, using: &generator), copy.count))
            case 1: copy.insert(contentsOf: pieces.randomElement(using: &generator)!, at: index)
            case 2: copy[index] = UInt8.random(in: 0x20...0x7E, using: &generator)
            default: copy.removeSubrange(index...)
            }
        }
        compare(copy, path, &mutated)
    }
}

for path in files {
    guard let data = FileManager.default.contents(atPath: path) else { continue }
    compareAll(Array(data), path)
}
// The apps have aliases, extensions, conditions, macros, property wrappers, nested types and modules.
for number in 0..<apps {
    let app = GeneratedApp(seed: UInt64(seed * 1000 + number))
    for (name, text) in app.files.sorted(by: { $0.key < $1.key }) {
        compareAll(Array(text.utf8), "app \(number)/\(name)")
    }
}
print(
    "files: \(plain.compared) compared, \(plain.same) same, \(plain.refused) refused, \(plain.different) different, \(plain.invalid) not valid"
)
print(
    "damaged: \(mutated.compared) compared, \(mutated.same) same, \(mutated.refused) refused, \(mutated.different) different, \(mutated.invalid) not valid"
)
exit(plain.different + mutated.different + plain.refused == 0 ? 0 : 1)
