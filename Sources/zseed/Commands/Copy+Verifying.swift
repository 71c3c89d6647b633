import Copying
import SwiftDataSource
import Verification

extension Copy {
    /// Checks the result.
    ///
    /// - Throws: ``Failure`` with what failed.
    func verified(_ finished: FinishedCopy) throws -> [StoreVerifier.Result] {
        let target = output ?? into ?? ""
        // A new store of another model carries it.
        let modelPath = into != nil ? model : model == nil ? fromModel : nil
        let choice = into != nil && model != nil ? choosing.choice : .current
        let results = try StoreVerifier().verify(
            path: finished.store.temporaryPath, modelPath: modelPath, modelChoice: choice)
        return try ResultCheck(path: target, former: into ?? from).passed(results) {
            try StoreVerifier().verify(
                path: into ?? from, modelPath: into == nil ? fromModel : model, modelChoice: choice)
        }
    }
}
