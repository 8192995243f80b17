// The kernel for men with any powers: check and pin masks over role boards that may overlap,
// effects on the mover's own square, moves beyond the powers, drops. Compiled with -O3.

#include "rules/core/morphing.h"

#include "rules/core/ops.h"

namespace chess::rules {

constinit const KernelOps kMorphingOps = MakeOps<MorphingKernel>();

}  // namespace chess::rules
