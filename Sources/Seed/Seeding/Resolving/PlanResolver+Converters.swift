import Files
import Foundation
import Inputs
import ObjectModel
import SQLite
import StoreFormat

extension PlanResolver {
    /// Returns the converter for an attribute, and the cell that it converts. There is no cell for a constant.
    func converter(
        _ plan: ValuePlan, of attribute: AttributeColumn, entity: EntityLayout,
        in scope: LoadScope, part: ConversionSettings.Part? = nil,
        isMember: Bool = false, isKey: Bool = false
    ) -> (converter: AttributeConverter, cell: ResolvedLoad.Cell?)? {
        let before = issues.issues.count
        guard let type = type(plan.type, of: attribute) else { return nil }
        let list = part == nil ? codableList(plan, of: attribute, entity: entity) : nil
        if !isMember, !(part?.isStructure ?? false) { reportUnusable(plan, type: type, isList: list != nil) }
        reportDates(plan, of: attribute)
        var settings = settings(plan, type: type, of: attribute, in: scope)
        settings.list = list
        settings.part = part
        var cell: ResolvedLoad.Cell?
        if let template = plan.options.template {
            let joined = self.template(template, plan.options.booleans?.value, in: scope)
            settings.template = joined
            cell = joined?.firstCell.map { ResolvedLoad.Cell(index: $0, name: template.value) }
        } else if let column = plan.column {
            let isText = type == .string || type == .binaryData || type == .transformable
            cell = self.cell(column, in: scope, mayBeList: !isKey && (part?.isStructure ?? isText))
        }
        if part == nil {
            settings.validator = validator(of: attribute, entity: entity, at: location(of: plan, scope))
        }
        let options = cleaned(plan, in: scope)
        if plan.constant == nil, options.hasTransform {
            settings.transform = transform(options, settings, attribute, entity)
        }
        guard issues.issues.count == before,
            let converter = converter(settings, plan, in: scope)
        else { return nil }
        return (converter, cell)
    }

    private func location(of plan: ValuePlan, _ scope: LoadScope) -> SeedIssue.Location {
        plan.column?.location ?? plan.constant?.location ?? plan.options.template?.location
            ?? scope.source.name.location
    }

    private func settings(
        _ plan: ValuePlan, type: AttributeType, of attribute: AttributeColumn, in scope: LoadScope
    ) -> ConversionSettings {
        var settings = ConversionSettings(type: type)
        let options = plan.options
        let isReferenceDate = plan.column.map { scope.source.referenceDates.contains($0.value) }
        settings.dateFormat =
            plan.date.map { DateFormat($0.value) }
            ?? (isReferenceDate == true ? .reference : .iso8601)
        settings.furtherDateFormats = plan.furtherDates.map { DateFormat($0.value) }
        settings.century = plan.century?.value ?? settings.century
        let zone = plan.timeZone ?? scope.source.timeZone ?? self.plan.timeZone
        settings.zone = zone.flatMap { ZoneOffsets.zone(named: $0.value) }
        let locale = options.locale ?? scope.source.locale ?? self.plan.locale
        let hasPattern = ([settings.dateFormat] + settings.furtherDateFormats).contains { format in
            if case .pattern = format { true } else { false }
        }
        if hasPattern, let locale { settings.dateNames = names(locale.value) }
        settings.numbers = numbers(options, of: scope.source)
        settings.booleanWords = options.booleans?.value
        settings.allowsNonFinite = options.allowsNonFinite?.value ?? false
        settings.binary = options.binary?.value
        settings.folder = folder(options)
        settings.thumbnail = options.thumbnail?.value
        settings.archive = options.archive?.value ?? .raw
        settings.elements = options.elements?.value ?? .string
        settings.separator = options.separator?.value
        settings.isCodableArray = attribute.attribute.isCodableArray
        settings.allowsExternalStorage = attribute.attribute.allowsExternalBinaryDataStorage
        if type == .transformable, settings.archive != .raw,
            !attribute.attribute.hasStandardTransformer,
            let name = attribute.attribute.valueTransformerName
        {
            let location = options.archive?.location ?? scope.source.name.location
            warn(SeedIssue(.model(.ownTransformer(name)), at: location, property: attribute.path))
        }
        return settings
    }

    /// Returns the form of numbers. A column's own options override the source's.
    private func numbers(_ options: ValueOptions, of source: SourceDefinition) -> NumberForm {
        let comma = options.usesDecimalComma?.value ?? source.usesDecimalComma ?? false
        let own = options.thousands?.value
        // If the decimal separator of a column is the source's separator of thousands, the column has none.
        let mark = comma ? ThousandsSeparator.comma : .point
        var form = NumberForm(
            usesDecimalComma: comma, thousands: own ?? (source.thousands == mark ? nil : source.thousands),
            units: options.number?.value.units.map { Array($0.utf8) } ?? [],
            scale: options.number?.value.scale.flatMap { Decimal(string: $0) },
            isAccounting: options.number?.value.isAccounting ?? false)
        form.written = options.number?.value.written
        form.shape = options.number?.value.shape
        return form
    }

    /// Returns the options for a value's texts. The source does not clean columns with options of their own, so its
    /// cleaning is added here where these options leave it open.
    private func cleaned(_ plan: ValuePlan, in scope: LoadScope) -> ValueOptions {
        var options = plan.options
        let cleaning = scope.source.cleaning
        guard cleaning.isNeeded, let column = plan.column?.value else { return options }
        if options.trims == nil, cleaning.untrimmedColumns.contains(column) {
            options.trims = cleaning.trims
        }
        if options.nullWords == nil, cleaning.wordyColumns.contains(column) {
            options.nullWords = cleaning.nullWords
        }
        return options
    }

    private func names(_ locale: String) -> DateNames {
        if let known = dateNames[locale] { return known }
        let names = DateNames.locale(named: locale).map { DateNames($0) } ?? .english
        dateNames[locale] = names
        return names
    }

    private func converter(
        _ settings: ConversionSettings, _ plan: ValuePlan, in scope: LoadScope
    ) -> AttributeConverter? {
        let location = plan.date?.location ?? plan.column?.location ?? scope.source.name.location
        let format = settings.dateFormat
        do {
            let converter = try AttributeConverter(settings)
            let isDate = settings.type == .date || settings.holdsArchivedDates
            let formats = [format] + settings.furtherDateFormats
            if isDate, settings.zone == nil, formats.contains(where: \.alwaysNeedsZone) {
                issues.add(SeedIssue(.plan(.missingTimeZone), at: location))
                return nil
            }
            return converter
        } catch {
            let part = (error as? DatePattern.PatternError)?.part ?? format.name
            issues.add(SeedIssue(.plan(.badDatePattern(part)), at: location))
            return nil
        }
    }

    /// Returns the origin of a load's `key:`: a text, changed as the plan requests.
    func loadKeyOrigin(
        _ plan: ValuePlan, entity: EntityLayout, in scope: LoadScope
    ) -> ResolvedValue.Origin? {
        let key = AttributeColumn(
            path: "key", column: "", sqlType: "VARCHAR",
            attribute: AttributeDescription(PropertyTraits(name: "key"), type: .string))
        return origin(plan, of: key, entity: entity, in: scope, isKey: true)
    }

    // MARK: Parts

    private func folder(_ options: ValueOptions) -> ConfinedFolder? {
        guard let binary = options.binary, binary.value == .file else { return nil }
        guard let path = options.folder else {
            issues.add(SeedIssue(.plan(.missingKey("folder")), at: binary.location))
            return nil
        }
        do throws(FileError) {
            if let folder = try ConfinedFolder(path: path.value, readFiles: readFiles) { return folder }
            issues.add(SeedIssue(.file(.fileNotFound), at: .init(path: path.value)))
        } catch {
            issues.add(SeedIssue(error))
        }
        return nil
    }

    private func template(
        _ text: Located<String>, _ booleans: BooleanWords?, in scope: LoadScope
    ) -> TextTemplate? {
        guard let parts = TextTemplate.parts(text.value) else {
            issues.add(SeedIssue(.plan(.badTemplate(text.value)), at: text.location))
            return nil
        }
        return TextTemplate(parts, columns: scope.columns, booleans: BooleanParser(booleans)) { name in
            self.cell(Located(name, at: text.location), in: scope)?.index
        }
    }

    private func transform(
        _ options: ValueOptions, _ settings: ConversionSettings, _ attribute: AttributeColumn,
        _ entity: EntityLayout
    ) -> TextTransform? {
        do throws(TextTransform.RegularExpressionError) {
            let table = options.lookup.map { lookup($0, settings, attribute, entity) }
            return try TextTransform(options, lookup: table)
        } catch {
            issues.add(
                SeedIssue(
                    .plan(.badRegularExpression(error.pattern.value)), at: error.pattern.location))
            return nil
        }
    }

    /// Converts the values of the table, so that an invalid one is found before any row is read.
    private func lookup(
        _ plan: LookupPlan, _ settings: ConversionSettings, _ attribute: AttributeColumn,
        _ entity: EntityLayout
    ) -> TextTransform.Lookup {
        var plain = settings
        plain.template = nil
        guard let converter = try? AttributeConverter(plain) else {
            return TextTransform.Lookup(values: [:], unmatched: plan.unmatched)
        }
        var values: [String: Value] = [:]
        for entry in plan.entries {
            let value = value(entry.value, entry.writtenText, converter, attribute, entity)
            // The text itself goes to all columns of a composite, and each takes its part.
            if converter.isPart, case .text(let text) = entry.value.value {
                values[entry.text] = .text(text)
            } else {
                values[entry.text] = value ?? .null
            }
        }
        return TextTransform.Lookup(values: values, unmatched: plan.unmatched)
    }

    // MARK: The model's rules

    private func validator(
        of attribute: AttributeColumn, entity: EntityLayout, at location: SeedIssue.Location
    ) -> ValueValidator? {
        var cases: [SourceValues.Case]?
        if case .enumeration(let known)? = reference.sourceValues.form(
            of: attribute.path, entity: entity.name)
        {
            cases = known
        } else if let name = ownCase(of: attribute, in: entity) {
            cases = [.init(name: name, rawValue: .string(name))]
        }
        let validator = ValueValidator(attribute.attribute, cases: cases)
        for rule in validator?.unchecked ?? [] {
            warn(
                SeedIssue(
                    .model(.uncheckedValidation(rule)), at: location, entity: entity.name,
                    property: attribute.path))
        }
        return validator
    }

    // MARK: Keys without meaning

    /// Reports dates in an array of SwiftData: no store shows how its encoder writes them.
    private func reportDates(_ plan: ValuePlan, of attribute: AttributeColumn) {
        let options = plan.options
        guard let elements = options.elements, elements.value == .date else { return }
        let isCodable = options.archive?.value == .array && attribute.attribute.isCodableArray
        guard isCodable || options.archive?.value == .json else { return }
        issues.add(
            SeedIssue(
                .plan(.unusableKey("elements: date", type: "SwiftData array")), at: elements.location))
    }

    /// Reports the options that have no effect on a value of this type.
    private func reportUnusable(_ plan: ValuePlan, type: AttributeType, isList: Bool) {
        let options = plan.options
        let archived = options.archive?.value ?? (isList ? .array : .raw)
        let kinds = type == .transformable ? [archived, options.elements?.value ?? .string] : []
        func report(_ key: String, _ location: SeedIssue.Location?, unless isUsable: Bool) {
            guard let location, !isUsable else { return }
            issues.add(SeedIssue(.plan(.unusableKey(key, type: type.xcodeName)), at: location))
        }
        let isNumber =
            type.isInteger || [.double, .float, .decimal].contains(type) || kinds.contains(.number)
        let isDate = type == .date || kinds.contains(.date)
        let isBytes =
            type == .binaryData || type == .transformable && options.archive?.value ?? .raw == .raw
        report("date", plan.date?.location, unless: isDate)
        report("century", plan.century?.location, unless: isDate)
        let number = options.number?.value
        let isShown = type == .string && number == NumberPlan(units: [], shape: number?.shape)
        report("number", options.number?.location, unless: isNumber || isShown)
        report("shown", number?.shape == nil ? nil : options.number?.location, unless: type == .string)
        report("locale", options.locale?.location, unless: isDate)
        report("decimalComma", options.usesDecimalComma?.location, unless: isNumber)
        report("thousands", options.thousands?.location, unless: isNumber)
        report(
            "booleans", options.booleans?.location,
            unless: type == .boolean || kinds.contains(.boolean)
                || options.template.map { TextTemplate.hasTicks($0.value) } ?? false)
        report(
            "allowNonFinite", options.allowsNonFinite?.location,
            unless: type == .double || type == .float)
        report("binary", options.binary?.location, unless: isBytes)
        report("uuid", options.uuid?.names.first?.location, unless: type == .uuid || type == .string)
        report("folder", options.folder?.location, unless: options.binary?.value == .file)
        report("thumbnail", options.thumbnail?.location, unless: type == .binaryData)
        report("archive", options.archive?.location, unless: type == .transformable)
        let isContainer = [.array, .dictionary, .json].contains(archived)
        let isList = isContainer || options.binary?.value == .jsonList
        let elements = options.elements?.value ?? .string
        report(
            "elements", options.elements?.location,
            unless: isContainer && options.separator != nil
                && ![.raw, .array, .dictionary, .json].contains(elements))
        // The list of a relationship has a separator of its own, whatever type its key has.
        if plan.options.separator != nil, type == .transformable || type == .binaryData {
            report("separator", options.separator?.location, unless: isList)
        }
    }
}

extension ConversionSettings {
    /// Whether archives of this kind contain dates.
    fileprivate var holdsArchivedDates: Bool {
        type == .transformable && (archive == .date || archive != .raw && elements == .date)
    }
}
