/** Certificates that a case file may have, for the person who vouches for it in court. */
export const certificates = ['none', 'india', 'us'] as const
export type Certificate = (typeof certificates)[number]
