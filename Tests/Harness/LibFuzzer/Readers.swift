// The readers of bytes and texts that need no file, for libFuzzer: `make libfuzzer`. They may throw;
// what traps, hangs or writes where it must not is found. ZSEED_FUZZ_READER chooses one of them.
import Foundation
import ObjectModel

private let readers: [String: @Sendable ([UInt8]) -> Void] = [
    "propertyList": { bytes in _ = try? PropertyList(bytes: bytes) },
    "keyedArchive": { bytes in _ = try? PropertyValue(keyedArchive: bytes) },
    "predicate": { bytes in _ = try? Predicate(format: String(decoding: bytes, as: UTF8.self)) },
    "model": { bytes in
        guard (try? Data(bytes).write(to: URL(fileURLWithPath: modelPath))) != nil else { return }
        _ = try? ModelFile.read(path: modelPath)
    },
]

/// Models, compiled ones and sources, are read from files only.
private let modelPath = FileManager.default.temporaryDirectory.path + "/zseed-libfuzzer-\(getpid())"

private let chosen = ProcessInfo.processInfo.environment["ZSEED_FUZZ_READER"].flatMap { readers[$0] }

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let chosen {
        chosen(bytes)
    } else {
        for reader in readers.values { reader(bytes) }
    }
    return 0
}
