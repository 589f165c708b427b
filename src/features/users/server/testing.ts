/** For tests: a valid user form; for a Client only the company is missing. */
export const formOf = (role: 'Client' | 'Analyst' | 'Admin', name: string, more: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: `${name}@mail.test`,
  username: `${name}@mail.test`,
  mobile: '+919800012345',
  role,
  passwordHash: 'First-Tarn-26',
  employeeCode: role === 'Client' ? '' : name.slice(0, 20),
  twoFactorAuth: false,
  isBlocked: 0,
  isGoogleAuth: 0,
  ...more,
})
