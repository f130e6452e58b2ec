package enum EnginePlaceholder {}
