# SPDX-License-Identifier: MIT
"""A plugin for pytest: SciPy's tests of convolutions with fftcore.signal's functions in place of scipy.signal's."""
import fftcore.signal
import scipy.signal

try:  # SciPy's tests ask what each function can do
    from scipy._lib._array_api import xp_capabilities_table as capabilities
except ImportError:
    capabilities = {}

for name in fftcore.signal.__all__:
    own, scipys = getattr(fftcore.signal, name), getattr(scipy.signal, name)
    if scipys in capabilities:
        capabilities[own] = capabilities[scipys]
    setattr(scipy.signal, name, own)
