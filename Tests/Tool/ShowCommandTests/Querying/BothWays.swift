import ObjectLayer
import Printing
import Testing

@testable import zseed

/// Compares results that are printed without objects with the same results from objects, byte for byte.
enum BothWays {
    /// The origin of results that were requested without objects.
    enum Way {
        case statement
        /// Objects, because the store contains values that SQL treats differently.
        case objects
    }

    /// Prints the results of a query both ways.
    ///
    /// - Returns: the way used without objects; nil if objects are needed.
    @discardableResult
    static func compare(
        _ request: FetchRequest, in context: ManagedObjectContext, _ comment: String
    ) throws -> Way? {
        var request = request
        request.allowsExtensions = true
        var way: Way?
        for format in RowPrinter.Format.allCases {
            let table = try TableFetch(request, in: context)
            let objects = Output()
            let printer = RowPrinter(format, table.columns) { objects.take($0) }
            try table.forEachRow { printer.print($0) }
            printer.finish()
            guard let rows = try TableFetch(request, in: context).shownRows() else { continue }
            let plain = Output()
            let plainPrinter = RowPrinter(format, table.columns) { plain.take($0) }
            try rows.forEachRow { try plainPrinter.print(rows) }
            plainPrinter.finish()
            way = (rows as? ShownGroups)?.isByObjects ?? false ? .objects : .statement
            guard plain.text != objects.text else { continue }
            let lines = [plain.text, objects.text].map {
                $0.split(separator: 10, omittingEmptySubsequences: false)
            }
            let odd = zip(lines[0], lines[1]).first { $0 != $1 }
            Issue.record(
                """
                \(comment) as \(format):
                \(String(decoding: odd?.0 ?? [], as: UTF8.self))
                \(String(decoding: odd?.1 ?? [], as: UTF8.self))
                """)
        }
        return way
    }

    private final class Output {
        private(set) var text: [UInt8] = []
        func take(_ bytes: UnsafeRawBufferPointer) { text += bytes }
    }
}
