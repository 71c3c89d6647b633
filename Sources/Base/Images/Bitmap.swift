/// An image as rows of pixels with eight bits per channel.
struct Bitmap {
    let width: Int
    let height: Int
    /// 1 for grey, 2 for grey with alpha, 3 for RGB, 4 for RGB with alpha.
    let channels: Int
    /// The rows from top to bottom, without padding.
    var pixels: [UInt8]
    /// The ICC profile of the colours, or nil for sRGB.
    var profile: [UInt8]?

    var hasAlpha: Bool { channels % 2 == 0 }
    var isGrey: Bool { channels < 3 }

    /// Returns the image on a white background, for formats without opacity.
    func opaque() -> Bitmap {
        guard hasAlpha else { return self }
        let colours = channels - 1
        var result = [UInt8](repeating: 0, count: width * height * colours)
        for pixel in 0..<(width * height) {
            let alpha = Int(pixels[pixel * channels + colours])
            for channel in 0..<colours {
                let value = Int(pixels[pixel * channels + channel])
                result[pixel * colours + channel] = UInt8(
                    (value * alpha + 255 * (255 - alpha) + 127) / 255)
            }
        }
        return Bitmap(width: width, height: height, channels: colours, pixels: result, profile: profile)
    }

    /// Returns the image rotated and mirrored to its upright orientation.
    func upright(_ orientation: ImageOrientation) -> Bitmap {
        guard orientation != .up else { return self }
        let size = orientation.swapsSides ? (width: height, height: width) : (width: width, height: height)
        var result = [UInt8](repeating: 0, count: pixels.count)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let from = orientation.source(ofX: x, y: y, width: width, height: height)
                let source = (from.y * width + from.x) * channels
                let target = (y * size.width + x) * channels
                for channel in 0..<channels { result[target + channel] = pixels[source + channel] }
            }
        }
        return Bitmap(
            width: size.width, height: size.height, channels: channels, pixels: result,
            profile: profile)
    }
}
