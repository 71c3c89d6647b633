import Archives
import Files

/// The bytes of an archive member, unpacked ahead of the reader on another thread, or while they are read if the
/// system has no thread.
final class MemberInput: ByteInput {
    private let member: ZipMemberReader
    /// Nil without a thread.
    private let pipe: BlockPipe<Block>?
    private let progress: Progress
    private let path: String
    private var block: Block?
    private var used = 0
    private var isAtEnd = false

    /// Bytes that belong to one thread at a time.
    private final class Block: @unchecked Sendable {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: MemberInput.blockSize, alignment: 16)
        var count = 0

        deinit { bytes.deallocate() }
    }

    /// The progress of unpacking, which is used only for display.
    private final class Progress: @unchecked Sendable {
        var fraction = 0.0
    }

    private struct Stopped: Error {}

    private static let blockSize = 256 * 1024
    private static let blockCount = 4

    /// - Parameter path: the name of the member in messages.
    init(_ reader: ZipMemberReader, path: String) {
        self.path = path
        let progress = Progress()
        let member = Transfer(reader)
        self.member = reader
        self.progress = progress
        pipe = BlockPipe((0..<Self.blockCount).map { _ in Block() }, named: "unpacking") { pipe in
            do {
                while true {
                    let block = try pipe.emptyBlock()
                    block.count = try member.value.read(into: block.bytes)
                    progress.fraction = member.value.fractionRead
                    guard block.count > 0 else { return pipe.close() }
                    pipe.send(block)
                }
            } catch {
                pipe.close(error)
            }
        }
    }

    deinit { pipe?.stop(Stopped()) }

    var fractionRead: Double? { progress.fraction }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isAtEnd else { return 0 }
        do {
            guard let pipe else {
                let count = try member.read(into: buffer)
                progress.fraction = member.fractionRead
                return count
            }
            if block == nil {
                block = try pipe.fullBlock()
                used = 0
            }
        } catch let error as ArchiveError {
            isAtEnd = true
            throw SeedIssue(error, path: path)
        }
        guard let current = block else {
            isAtEnd = true
            return 0
        }
        let count = min(current.count - used, buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: current.bytes[used..<used + count]))
        used += count
        if used == current.count {
            pipe?.recycle(current)
            block = nil
        }
        return count
    }
}

extension SeedIssue {
    /// Creates an issue about an archive.
    init(_ error: ArchiveError, path: String) {
        self.init(
            .spreadsheet(.archive(error.problem, member: error.member)), at: .init(path: path),
            hint: error.problem == .noDirectory ? SourceKinds.otherKind(of: path, than: "xlsx") : nil)
    }
}
