import { everyone } from '#vocabulary/roles.ts'

/**
 * Method, path and access of the calls that the sign-in page makes. They are separate from their schemas, so that the
 * first page a person loads does not include the schema library.
 */
export const paths = {
  authenticate: { method: 'POST', path: '/users/authenticate', access: 'public' },
  verifyCode: { method: 'POST', path: '/users/v2/authenticate', access: 'limited' },
  resendCode: { method: 'POST', path: '/users/v1/send2FaMail', access: 'limited' },
  forgotPassword: { method: 'POST', path: '/users/forgotpassword', access: 'public' },
  google: { method: 'GET', path: '/auth/google', access: 'public' },
  verifyToken: { method: 'POST', path: '/users/verify/token', access: 'public' },
  checkTokenInBody: { method: 'POST', path: '/users/verify-token', access: 'public' },
  checkToken: { method: 'POST', path: '/users/verify-token/{token}', access: 'public' },
  signOut: { method: 'POST', path: '/users/revoke-token', access: everyone },
  beginRequired: { method: 'POST', path: '/users/authenticator/required/begin', access: 'limited' },
  confirmRequired: { method: 'POST', path: '/users/authenticator/required/confirm', access: 'limited' },
  updatePassword: { method: 'POST', path: '/users/v1/updatepassword', access: 'public' },
} as const

/** In the address of a link to the console: all brands, in place of the id of one. */
export const allBrands = 'all'
