public indirect enum Expression: Equatable, Hashable, Sendable { case x(Expression), y }
public indirect enum Predicate: Equatable, Hashable, Sendable { case x(Predicate), y }
