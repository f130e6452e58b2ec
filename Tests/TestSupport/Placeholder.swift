package enum SupportPlaceholder {}
