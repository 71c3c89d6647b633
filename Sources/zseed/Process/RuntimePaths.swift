// A program that is linked statically asks the kernel for its own path before `main` begins, and
// ends where `/proc` is not mounted: so that a crash could start a program of the toolchain beside
// it. There is none beside ours. What is defined here is not taken from the runtime's library.
#if STATIC_EXECUTABLE
    /// Where a program of the toolchain is: nowhere.
    @_cdecl("swift_copyAuxiliaryExecutablePath")
    func copyAuxiliaryExecutablePath(_ name: UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
        nil
    }

    /// Where the runtime's library is: it is part of the program.
    @_cdecl("swift_getRuntimeLibraryPath")
    func runtimeLibraryPath() -> UnsafePointer<CChar>? { nil }

    /// Where the toolchain is: nowhere.
    @_cdecl("swift_getRootPath")
    func toolchainPath() -> UnsafePointer<CChar>? { nil }
#endif
