/** Two pages have the same structure when at most this many of 256 bits differ; decision 0044 says how it was measured. */
export const nearMarkupBits = 40
