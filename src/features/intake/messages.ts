/** Message of a successful upload (S-258). */
export const saved = 'Data Saved Successfully'
