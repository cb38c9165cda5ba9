/**
 * What the runtime reads from its environment before our code begins; `npm start` sets it. By the size of the memory that it is told,
 * the runtime collects garbage sooner, and beside our work, where gigabytes would let it pile up until all is collected at once.
 */
export const runtimeOptions = { BUN_JSC_forceRAMSize: String(288 * 1_048_576) };
