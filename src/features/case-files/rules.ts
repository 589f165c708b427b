/** Certificates that a case file may have, for the person who vouches for it in court. */
export const certificates = ['none', 'india', 'us'] as const
export type Certificate = (typeof certificates)[number]

/** For how many days a time stamp is requested again that its authority did not give. */
export const maxStampDays = 30
