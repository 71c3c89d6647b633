import Testing

/// Where the tests start on Linux. All of them use Swift Testing, so that SwiftPM needs no index of the code to
/// look for those of XCTest, and a build can leave the index out.
@main
struct TestRun {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
