import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import { actions, purposes } from './rules.ts'

const purpose = z.enum(purposes, 'Purpose is not valid')
const password = z.string().min(1, 'Password is required').max(200, 'Password is not valid')
const newPassword = 'Password must be between 8 and 200 characters'

export const actionPasswords = {
  verify: endpoint({
    method: 'POST',
    path: '/queue/verify-password',
    access: staff,
    summary: 'Exchange the password of an action for a grant, valid for 600 seconds (header X-Action-Grant)',
    takes: z.object({ purpose: z.enum(actions, 'Purpose is not valid'), password }),
    answers: z.object({ grant: z.string(), expiresIn: z.number() }),
    // A wrong password is recorded although the call fails.
    ownTransactions: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/action-passwords',
    access: ['Admin'],
    summary: 'Which actions have a password, and who set it',
    takes: z.object({}),
    answers: z.object({
      docs: z.array(
        z.object({ purpose, isSet: z.boolean(), setBy: z.string().nullable(), setAt: z.string().nullable() }),
      ),
    }),
  }),
  set: endpoint({
    method: 'POST',
    path: '/action-passwords',
    access: ['Admin'],
    summary: 'Set the password of an action',
    takes: z.object({ purpose, password: z.string().min(8, newPassword).max(200, newPassword) }),
    answers: messageResponse,
  }),
}
