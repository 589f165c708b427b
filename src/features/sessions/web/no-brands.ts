/** What a Client sees who has no brand. */
export const noBrands = {
  title: 'No brand has been set up for you yet.',
  hint: 'Its findings appear here as soon as one is.',
}
