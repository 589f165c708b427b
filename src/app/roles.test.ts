import { describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Access } from '#kit/contract/endpoint.ts'
import { platforms } from '#platforms/all.ts'
import { roles } from '#vocabulary/roles.ts'

/** Table G34, written out: a contract that lets in somebody else than decided fails here. */
const clients = ['Client']
const staff = ['Analyst', 'Admin']
const everyone = ['Client', 'Analyst', 'Admin']
const clientOrAdmin = ['Client', 'Admin']
const admin = ['Admin']

const accessOf = (call: string): Access | undefined =>
  endpoints.find(({ method, path }) => `${method} ${path}` === call)?.access

describe('who may call what', () => {
  test('C-003 there are three roles', () => {
    expect(roles).toEqual(['Client', 'Analyst', 'Admin'])
  })

  test.each([
    ['POST /users/authenticate', 'public'],
    ['POST /users/forgotpassword', 'public'],
    ['GET /auth/google', 'public'],
    ['GET /auth/google/callback', 'public'],
    ['POST /users/verify-token/{token}', 'public'],
    ['POST /users/verify/token', 'public'],
    ['POST /users/v1/updatepassword', 'public'],
    ['POST /users/v2/authenticate', 'limited'],
    ['POST /users/v1/send2FaMail', 'limited'],
    ['POST /users/revoke-token', everyone],
    ['GET /users/getEmailId', everyone],
    ['GET /notifications', everyone],
    ['POST /users/v1/markNotification', everyone],
    ['GET /company', everyone],
    ['GET /brand', everyone],
    ['GET /brand/client/{companyId}', everyone],
    ['GET /tmch', clientOrAdmin],
    ['POST /tmch/save', admin],
    ['PUT /tmch/{id}', admin],
    ['DELETE /tmch/{id}', admin],
    ['POST /tmch/{id}/add-notification', admin],
    ['POST /tmch/read-signed-mark', admin],
    ['POST /tmch/load-list', admin],
    ['GET /tmch/lists', admin],
    ['POST /upload-images-to-s3', staff],
    ['POST /upload-images-to-s3/white-label', admin],
    ['POST /upload-images-to-s3/enforcement-configuration', admin],
    ['GET /white-label/getRecords', admin],
    ['POST /white-label/save', admin],
    ['POST /white-label/edit', admin],
    ['DELETE /white-label/delete/{id}', admin],
    ['GET /enforcement-mail-configuration', admin],
    ['POST /enforcement-mail-configuration', admin],
    ['POST /enforcement-mail-configuration/edit', admin],
    ['DELETE /enforcement-mail-configuration/{id}', admin],
    ['POST /save-bulk-data', staff],
    ['GET /users', staff],
    ['GET /data-log', admin],
    ['GET /data-log/searchLogRecord', admin],
    ['GET /data-log/download-xls', admin],
    ['GET /data-log/finding/{id}', admin],
    ['POST /save-bulk-data/update-infrigement-status/{id}', clientOrAdmin],
  ])('G34 %s: %s', (call, access) => {
    expect(accessOf(call)).toEqual(access)
  })

  test.each(platforms.map(({ path, title }) => [title, path]))(
    'G34 %s: all read and download, Clients comment, Clients and Admins approve',
    (_title, path) => {
      expect(accessOf(`GET /${path}`)).toEqual(everyone)
      expect(accessOf(`GET /${path}/download-xls`)).toEqual(everyone)
      expect(accessOf(`POST /${path}/update-bulk-infrigement-status`)).toEqual(clientOrAdmin)
      const comment = path === 'ecommerce' ? 'update-client-comment' : 'update-comment'
      expect(accessOf(`POST /${path}/{id}/${comment}`)).toEqual(clients)
    },
  )

  test('every call says who may; nothing is open by omission', () => {
    for (const { access, method, path } of endpoints) {
      const isSaid = access === 'public' || access === 'limited' || (Array.isArray(access) && access.length > 0)
      expect(isSaid, `${method} ${path}`).toBe(true)
    }
    const open = endpoints.filter(({ access }) => access === 'public').map(({ path }) => path)
    expect(open.sort()).toEqual(
      [
        '/settings',
        '/users/authenticate',
        '/users/forgotpassword',
        '/auth/google',
        '/auth/google/callback',
        '/auth/popup.js',
        '/users/verify/token',
        '/users/verify-token/{token}',
        '/users/v1/updatepassword',
        '/files/{bucket}/{key}',
        '/report-subscriptions/stop',
      ].sort(),
    )
  })
})
