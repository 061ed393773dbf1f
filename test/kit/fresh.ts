import { vi } from 'vitest';

/** Before each file of the unit tests: our modules are evaluated anew, the packages stay loaded in the process. */
vi.resetModules();
