/** V8 flags of the console's processes. */
export const memoryFlags: readonly string[]
