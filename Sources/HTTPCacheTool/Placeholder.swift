package enum ToolPlaceholder {}
