/// The words and names of generated rows, in short lists that are used only there. Changing one changes the result
/// of plans with `generate:`.
package struct GeneratedWords: Equatable, Sendable {
    /// The languages of the lists.
    package enum Language: String, CaseIterable, Sendable { case en, de, fr, es, ja }

    private let language: Language
    private let words: [[UInt8]]
    /// The words in their form at the beginning of a sentence.
    private let firstWords: [[UInt8]]
    private let first: [[UInt8]]
    private let last: [[UInt8]]

    private init(_ language: Language, words: String, first: String, last: String) {
        func list(_ text: String) -> [[UInt8]] {
            text.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        }
        self.language = language
        self.words = list(words)
        firstWords =
            language == .ja
            ? self.words
            : words.split(whereSeparator: \.isWhitespace).map { Array(String($0).capitalizedFirst.utf8) }
        self.first = list(first)
        self.last = list(last)
    }

    package static func == (one: GeneratedWords, other: GeneratedWords) -> Bool {
        one.language == other.language
    }

    static func of(_ language: Language) -> GeneratedWords {
        switch language {
        case .en: english
        case .de: german
        case .fr: french
        case .es: spanish
        case .ja: japanese
        }
    }

    /// Appends words, with an initial capital if the language has capitals.
    func appendSentence(of count: Int, _ random: inout RandomWord, to text: inout [UInt8]) {
        for index in 0..<count {
            if index > 0, language != .ja { text.append(UInt8(ascii: " ")) }
            let word = random.below(words.count)
            text.append(contentsOf: index == 0 ? firstWords[word] : words[word])
        }
    }

    /// Appends a person's name.
    func append(_ part: GeneratedColumn.NamePart, _ random: inout RandomWord, to text: inout [UInt8]) {
        let (given, family) = (random.below(first.count), random.below(last.count))
        if part == .full, language == .ja { text.append(contentsOf: last[family]) }
        if part != .last { text.append(contentsOf: first[given]) }
        if part == .full, language != .ja { text.append(UInt8(ascii: " ")) }
        if part == .last || language != .ja && part == .full { text.append(contentsOf: last[family]) }
    }

    private static let english = GeneratedWords(
        .en,
        words: """
            apple basket blanket bottle bread bridge brush bucket butter candle carrot castle chair cheese
            cherry circle city clock cloud coffee copper corner cotton country cup dance desert door dream
            eagle earth evening feather field finger fire flower forest fountain friend garden glass gold
            grass harbour hill honey horse house island jacket journey kettle kitchen ladder lake lamp leaf
            lemon letter light map market meadow milk mirror moon morning mountain museum music needle night
            ocean onion orange paint paper path pencil piano pillow planet pocket queen rain ribbon river
            road rose sail salt school shadow shell ship silver sky smile snow song spoon spring star stone
            story street summer sun table tea thread tower train tree valley village violin voice water
            wheel window winter wood word yellow
            """,
        first: """
            Alice Amelia Andrew Anna Arthur Ben Charlotte Clara Daniel David Edith Edward Eleanor Emily Emma
            Ethan Florence Frances Frank George Grace Hannah Harold Harry Helen Henry Isaac Isla Jack James
            Jane John Joseph Julia Laura Leo Lily Louis Lucy Margaret Mark Martha Mary Matilda Max Michael
            Nathan Nora Oliver Oscar Paul Peter Rachel Robert Rose Ruth Samuel Sarah Sophie Stella Theodore
            Thomas Victor Violet William
            """,
        last: """
            Adams Allen Baker Barnes Bell Bennett Brooks Brown Butler Carter Clark Collins Cook Cooper
            Davies Edwards Ellis Evans Fisher Foster Fox Gray Green Hall Harris Hill Howard Hughes Hunt
            Jackson James Johnson Jones Kelly King Knight Lewis Marshall Martin Mason Miller Mitchell Moore
            Morgan Morris Murphy Murray O'Brien Palmer Parker Phillips Price Reed Reynolds Roberts Robinson
            Rogers Russell Scott Shaw Smith Stone Taylor Thompson Turner Walker Ward Watson West White
            Williams Wilson Wood Wright Young
            """)

    private static let german = GeneratedWords(
        .de,
        words: """
            Abend Apfel Bach Baum Berg Blatt Blume Brief Brot Brücke Brunnen Buch Dorf Ecke Eimer Eis Erde
            Fahrrad Farbe Feder Feld Fenster Feuer Fisch Flöte Fluss Freund Frühling Garten Geige Glas Gold
            Gras Hafen Haus Herbst Himmel Hof Holz Honig Hügel Insel Jahr Kaffee Karte Käse Kerze Kirsche
            Klavier Kleid Küche Kupfer Laub Licht Lied Löffel Luft Markt Meer Milch Mond Morgen Mühle Museum
            Musik Nacht Nadel Nebel Ofen Orange Papier Pferd Pflaume Quelle Rad Regen Ring Rose Sand
            Schatten Schiff Schloss Schnee Schule See Silber Sommer Sonne Spiegel Stadt Stein Stern Stimme
            Straße Stuhl Tal Tasse Tee Tisch Traum Treppe Tür Turm Ufer Uhr Vogel Wald Wasser Weg Wiese Wind
            Winter Wolke Wolle Wort Zitrone Zug Zwiebel
            """,
        first: """
            Anja Anna Anton Birgit Björn Clara Daniel David Elias Emil Emma Erika Ernst Eva Felix Finn
            Frieda Fritz Georg Greta Hanna Hans Heidi Helene Ida Jakob Jana Jens Johanna Jonas Jörg Jürgen
            Karin Karl Käthe Klara Kurt Lars Laura Lena Leon Lina Ludwig Lukas Luise Maja Maria Marie Martin
            Mathilda Max Mia Moritz Nele Nina Noah Oskar Otto Paul Paula Petra Rosa Ruth Sabine Sophie
            Stefan Theo Thomas Ursula Werner
            """,
        last: """
            Albrecht Bauer Baumann Beck Becker Berger Böhm Braun Busch Dietrich Engel Fischer Frank Franke
            Fuchs Graf Groß Günther Haas Hahn Hartmann Heinrich Herrmann Hoffmann Huber Jäger Jung Kaiser
            Keller Klein Koch Köhler König Krämer Kraus Krüger Kühn Lang Lange Lehmann Lorenz Ludwig Maier
            Martin Mayer Meier Meyer Möller Müller Neumann Otto Peters Pfeiffer Pohl Richter Roth Sauer
            Schäfer Schmidt Schneider Scholz Schröder Schubert Schulz Schumacher Schuster Schwarz Seidel
            Simon Sommer Stein Vogel Vogt Wagner Walter Weber Weiß Werner Winkler Winter Wolf Ziegler
            Zimmermann
            """)

    private static let french = GeneratedWords(
        .fr,
        words: """
            abeille amitié arbre argent automne bateau beurre bijou bois bouteille cadeau café campagne
            cerise chaise chanson château chemin cheval ciel citron clé colline coquille corde couleur
            cuisine désert eau école église étoile été fenêtre fer feu feuille fête fil fleur fleuve forêt
            fraise frère fromage fruit gâteau glace herbe heure hiver horloge huile île jardin jour lac lait
            lampe lettre livre lumière lune main maison marché matin mer miel miroir montagne moulin musée
            musique neige nuage nuit oignon oiseau ombre or orange pain papier phare pierre plage plume
            pluie poire poisson pomme pont porte printemps prune puits quai raisin rêve rivière robe route
            rue sable sel sentier soir soleil source table tableau tasse terre thé tour train vague vallée
            vent verre vigne village ville violon voile voix
            """,
        first: """
            Adèle Alice Alix Ambre André Anne Antoine Arthur Aurélie Benoît Camille Catherine Céline Charles
            Chloé Claire Clément Denis Édouard Élise Élodie Emma Éric Étienne Eugénie Félix François
            Françoise Gabriel Geneviève Gérard Guillaume Hélène Henri Hugo Inès Jacques Jean Jeanne
            Joséphine Jules Julie Juliette Laure Léa Léon Louis Louise Lucas Lucie Madeleine Manon Marcel
            Margaux Marie Mathilde Maxime Michel Noémie Olivier Pascal Paul Philippe Pierre René Rose
            Sébastien Simone Sophie Sylvie Théo Thérèse Victor Zoé
            """,
        last: """
            Arnaud Aubert Bailly Barbier Benoît Bernard Bertrand Besson Blanc Bonnet Boucher Bourgeois Boyer
            Brun Carpentier Chevalier Clément Colin Cousin David Denis Deschamps Dubois Dufour Dumas Dumont
            Dupont Dupuis Durand Duval Fabre Faure Fleury Fontaine Fournier François Gaillard Garnier
            Gauthier Gérard Girard Guérin Henry Hubert Humbert Jacquet Lacroix Lambert Laurent Leclerc
            Lefèvre Legrand Lemaire Lemoine Leroy Lévêque Lucas Marchand Martin Masson Mathieu Mercier
            Meunier Meyer Michel Moreau Morel Morin Moulin Muller Nicolas Noël Olivier Perrin Petit Picard
            Renard Renaud Rey Richard Rivière Robert Rousseau Roussel Roux Roy Simon Thomas Vidal Vincent
            """)

    private static let spanish = GeneratedWords(
        .es,
        words: """
            abeja abril agua aire alma amigo anillo árbol arena arroz azúcar baile barco bosque brisa café
            calle cama camino campana campo canción carta casa castillo cebolla cereza cielo ciudad cobre
            cocina color corazón cuaderno cuento desierto día espejo estrella feria flor fresa fruta fuego
            fuente gato guitarra hierba hierro higo hilo hoja huerto invierno isla jardín juego lago lámpara
            lana leche libro limón llave lluvia luna luz madera mañana mano manzana mapa mar martes mesa
            miel molino montaña museo música naranja nieve niño noche nube olivo otoño pájaro palabra pan
            papel pared perla pescado piano piedra plata playa plaza primavera puente puerta queso reloj río
            rosa rueda sal semana sendero silla sol sombra sombrero sueño tarde té techo tienda tierra torre
            tren trigo uva valle vaso vela ventana verano viaje viento vino violín voz
            """,
        first: """
            Adrián Alba Alejandro Alicia Álvaro Ana Andrés Ángel Antonio Beatriz Belén Carla Carlos Carmen
            César Clara Cristina Daniel David Diego Elena Emilio Enrique Esteban Eva Fátima Felipe Fernando
            Francisco Gabriel Gloria Gonzalo Guadalupe Héctor Hugo Ignacio Inés Irene Isabel Iván Javier
            Jesús Joaquín Jorge José Juan Julia Julio Laura Leonor Lola Lucas Lucía Luis Manuel Marcos María
            Marina Mario Martín Mateo Miguel Mónica Nicolás Noelia Nuria Óscar Pablo Paula Pedro Pilar
            Rafael Ramón Raquel Raúl Rocío Rosa Rubén Sara Sergio Sofía Teresa Tomás Valentina Víctor
            """,
        last: """
            Aguilar Alonso Álvarez Arias Benítez Blanco Bravo Caballero Cabrera Calvo Campos Cano Carmona
            Castillo Castro Cortés Crespo Cruz Delgado Díaz Díez Domínguez Durán Esteban Fernández Ferrer
            Flores Fuentes Gallego García Garrido Gil Giménez Gómez González Guerrero Gutiérrez Hernández
            Herrera Hidalgo Ibáñez Iglesias Jiménez León López Lorenzo Lozano Márquez Martín Martínez Medina
            Méndez Molina Montero Mora Morales Moreno Moya Muñoz Navarro Nieto Núñez Ortega Ortiz Parra
            Pascual Peña Pérez Prieto Ramírez Ramos Reyes Rodríguez Rojas Román Romero Rubio Ruiz Sáez
            Sánchez Santana Santos Sanz Serrano Soler Soto Suárez Torres Vargas Vázquez Vega Velasco Vicente
            Vidal
            """)

    private static let japanese = GeneratedWords(
        .ja,
        words: """
            青空 秋風 朝日 足音 雨 家 池 石 泉 市場 糸 犬 海 駅 絵本 桜 音楽 鏡 風 傘 花火 月 雲 果物 車
            公園 氷 米 魚 坂道 砂 汐 島 時計 城 雪 砂糖 太陽 滝 旅 卵 茶 手紙 鳥 夏 波 虹 庭 猫 野原 橋 畑
            花 春 光 灯台 笛 船 冬 星 本 町 松 窓 水 港 村 森 山 夕日 夢 林 林檎 緑 蜜柑 霧
            """,
        first: """
            葵 明 彩 郁子 一郎 恵美 浩 薫 和夫 健 健太 香織 幸子 さくら 悟 茂 静香 翔 真一 進 大輔 隆 拓也
            武 千尋 翼 哲也 直樹 夏美 花子 春樹 光 久美 広志 誠 正夫 まゆみ 美咲 実 結衣 優子 由美 洋子 陽太
            蓮 涼子
            """,
        last: """
            青木 石井 石川 井上 伊藤 上田 遠藤 大野 岡田 小川 加藤 木村 工藤 小林 近藤 斎藤 酒井 佐々木 佐藤
            清水 杉山 鈴木 高木 高橋 田中 谷口 千葉 中島 中村 西村 野口 橋本 長谷川 林 原田 平野 福田 藤井
            藤田 前田 松田 松本 三浦 村上 森 山口 山下 山田 山本 吉田 和田 渡辺
            """)
}

extension String {
    /// The text with an initial capital.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
