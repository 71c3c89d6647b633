/// Scales images down. Each new pixel is the mean of the area that it covers.
///
/// The arithmetic is in integers, so that the result is the same on every machine.
struct AreaScaler {
    let width: Int
    let height: Int

    /// Returns the image scaled to the size, which must not exceed the image's own size.
    func scaled(_ image: Bitmap) -> Bitmap {
        guard image.width != width || image.height != height else { return image }
        var result = [UInt8](repeating: 0, count: width * height * image.channels)
        // The sums for the current row of new pixels. A source pixel counts as `width` units wide and a new pixel
        // as `image.width`, so that all shares are whole numbers. Heights work the same way.
        var sums = [UInt64](repeating: 0, count: width * image.channels)
        var row = sums
        var y = 0
        var room = image.height
        image.pixels.withUnsafeBufferPointer { pixels in
            for sourceY in 0..<image.height {
                shrink(pixels, sourceY, image, into: &row)
                var left = height
                while left > 0 {
                    let share = min(left, room)
                    for index in sums.indices { sums[index] &+= row[index] &* UInt64(share) }
                    left -= share
                    room -= share
                    guard room == 0 else { continue }
                    write(sums, to: &result, y, image)
                    for index in sums.indices { sums[index] = 0 }
                    y += 1
                    room = image.height
                }
            }
        }
        return Bitmap(
            width: width, height: height, channels: image.channels, pixels: result,
            profile: image.profile)
    }

    /// Adds up one row of the source. Each pixel's colour is weighted by its opacity.
    private func shrink(
        _ pixels: UnsafeBufferPointer<UInt8>, _ sourceY: Int, _ image: Bitmap, into row: inout [UInt64]
    ) {
        let channels = image.channels
        let colours = image.hasAlpha ? channels - 1 : channels
        for index in row.indices { row[index] = 0 }
        var x = 0
        var room = image.width
        var offset = sourceY * image.width * channels
        for _ in 0..<image.width {
            let alpha = image.hasAlpha ? UInt64(pixels[offset + colours]) : 1
            var left = width
            while left > 0 {
                let share = min(left, room)
                let weight = UInt64(share) &* alpha
                for channel in 0..<colours {
                    row[x * channels + channel] &+= UInt64(pixels[offset + channel]) &* weight
                }
                if image.hasAlpha { row[x * channels + colours] &+= weight }
                left -= share
                room -= share
                guard room == 0 else { continue }
                x += 1
                room = image.width
            }
            offset += channels
        }
    }

    private func write(_ sums: [UInt64], to result: inout [UInt8], _ y: Int, _ image: Bitmap) {
        let channels = image.channels
        let area = UInt64(image.width * image.height)
        for x in 0..<width {
            let target = (y * width + x) * channels
            let colours = image.hasAlpha ? channels - 1 : channels
            let whole = image.hasAlpha ? sums[x * channels + colours] : area
            if image.hasAlpha { result[target + colours] = UInt8((whole + area / 2) / area) }
            // A fully transparent pixel has no colour.
            guard whole > 0 else { continue }
            for channel in 0..<colours {
                result[target + channel] = UInt8((sums[x * channels + channel] + whole / 2) / whole)
            }
        }
    }
}
