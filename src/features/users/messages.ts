export const userCreated = 'User created successfully'
export const userUpdated = 'User updated successfully'
export const userDeleted = 'User deleted successfully'
export const notOneself = 'You cannot delete yourself.'
export const notOwnAccess = 'You cannot block yourself or give up your own Admin role.'
export const notTheLastAdmin = 'There must be at least one Admin who is not blocked.'

/** The labels of the form, which are also the names that the sentences about bounds use (G107). */
export const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  username: 'Username',
  mobile: 'Mobile',
  role: 'Role',
  passwordHash: 'Password',
  company: 'Company',
  employeeCode: 'Employee code',
} as const
