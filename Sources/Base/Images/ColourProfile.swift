/// ICC profiles, which define the meaning of an image's colour values.
enum ColourProfile {
    /// The largest profile that is kept. Those of cameras and screens have a few kilobytes.
    static let largest = 1 << 20

    /// Returns the profile if it fits the image's colour space.
    ///
    /// A printer profile, for example, does not fit colours that were converted to RGB.
    static func fitting(_ profile: [UInt8]?, isGrey: Bool) -> [UInt8]? {
        guard let profile, profile.count >= 128, profile.count <= largest else { return nil }
        let space = String(decoding: profile[16..<20], as: UTF8.self)
        return space == (isGrey ? "GRAY" : "RGB ") ? profile : nil
    }
}
