/**
 * The lines of a stored email whole, to search it for texts and links: those that quoted-printable broke are joined, its
 * equals signs decoded. Other letters than those of ASCII stay encoded.
 */
export const emailText = (email: string): string => email.replaceAll('=\r\n', '').replaceAll('=3D', '=')
