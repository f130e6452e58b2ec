package enum ClientPlaceholder {}
