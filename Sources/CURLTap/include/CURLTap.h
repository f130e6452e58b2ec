// Linking this target puts the tap between FoundationNetworking and libcurl. It has no functions
// to call: what it offers is reached through CURLTapInterface.
#pragma once
