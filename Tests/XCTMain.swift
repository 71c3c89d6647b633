import Testing

/// The entry point of the tests on Linux. All tests use Swift Testing. SwiftPM therefore needs no code index to find
/// XCTest tests, and a build can omit the index.
@main
struct TestRun {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
