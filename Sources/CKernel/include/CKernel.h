// What Swift's C library modules lack: kernel copies, and SHA-256 on the processor's own instructions.
#pragma once
