import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("The diagram of a report")
struct ReportDiagramTests {
    private struct Box {
        let x, y, width, height: Double

        func holds(_ point: (x: Double, y: Double)) -> Bool {
            // The ends of lines are on the sides of boxes.
            point.x > x + 1 && point.x < x + width - 1 && point.y > y + 1 && point.y < y + height - 1
        }
    }

    @Test(
        "No line crosses a box, and everything is within the picture",
        arguments: ["wire-1-24", "photos-sequoia", "cocktails-swiftdata", "grocery-dude"])
    func lines(name: String) throws {
        let folder = try TestFolder()
        let store = try Corpus.entry(name).store
        _ = try Zseed.run("report", store, "-o", "page.html", "--rows", "0", "-q", in: folder.path)
        let page = try String(contentsOfFile: folder.path + "/page.html", encoding: .utf8)
        let size = try #require(page.firstMatch(of: /viewBox="0 0 (\d+) (\d+)" width/))
        let (width, height) = (Double(size.1) ?? 0, Double(size.2) ?? 0)
        let boxes = page.matches(
            of: /<rect class="box" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/
        ).map {
            Box(
                x: Double($0.1) ?? 0, y: Double($0.2) ?? 0, width: Double($0.3) ?? 0,
                height: Double($0.4) ?? 0)
        }
        #expect(!boxes.isEmpty)
        #expect(boxes.allSatisfy { $0.x + $0.width <= width && $0.y + $0.height <= height })
        let lines = page.matches(of: /<path class="edge[^"]*" d="([^"]+)"/).map { Self.points(String($0.1)) }
        #expect(!lines.isEmpty)
        let behind = lines.filter { line in line.contains { point in boxes.contains { $0.holds(point) } } }
        #expect(behind.isEmpty, "\(behind.count) of \(lines.count)")
    }

    /// Returns points on a path of absolute moves, lines and curves.
    private static func points(_ path: String) -> [(x: Double, y: Double)] {
        var points: [(x: Double, y: Double)] = []
        for part in path.matches(of: /([MLC])([-\d. ]+)/) {
            let numbers = part.2.split(separator: " ").compactMap { Double($0) }
            guard part.1 == "C", let start = points.last, numbers.count == 6 else {
                let end = (numbers[0], numbers[1])
                if let start = points.last {
                    points += (1..<20).map { step in
                        let t = Double(step) / 20
                        return (start.x + (end.0 - start.x) * t, start.y + (end.1 - start.y) * t)
                    }
                }
                points.append(end)
                continue
            }
            points += (1...40).map { step in
                let t = Double(step) / 40
                func at(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
                    let u = 1 - t
                    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
                }
                return (
                    at(start.x, numbers[0], numbers[2], numbers[4]),
                    at(start.y, numbers[1], numbers[3], numbers[5])
                )
            }
        }
        return points
    }
}
