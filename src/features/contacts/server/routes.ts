import type { FastifyInstance } from 'fastify'
import { abuseContacts, deskForms, listDesks, sharedHosts } from '#features/contacts/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { pageOfAbuseContacts } from './abuse-contact-queries.ts'
import { pageOfDeskForms } from './desk-form-queries.ts'
import { allListDesks, saveListDesk } from './list-desks.ts'
import { addAbuseContact, editAbuseContact, removeAbuseContact } from './save-abuse-contact.ts'
import { addDeskForm, editDeskForm, removeDeskForm } from './save-desk-form.ts'
import { addSharedHost, editSharedHost, removeSharedHost } from './save-shared-host.ts'
import { pageOfSharedHosts } from './shared-host-queries.ts'

/** The calls of the shared hosts, of the abuse contacts, of the report forms and of the desks that take lists. */
export function contactRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, sharedHosts, {
    list: ({ db, input }) => pageOfSharedHosts(db, input),
    add: addSharedHost,
    edit: editSharedHost,
    remove: removeSharedHost,
  })
  serve(api, app, abuseContacts, {
    list: ({ db, input }) => pageOfAbuseContacts(db, input),
    add: addAbuseContact,
    edit: editAbuseContact,
    remove: removeAbuseContact,
  })
  serve(api, app, deskForms, {
    list: ({ db, input }) => pageOfDeskForms(db, input),
    add: addDeskForm,
    edit: editDeskForm,
    remove: removeDeskForm,
  })
  serve(api, app, listDesks, { list: ({ db }) => allListDesks(db), save: saveListDesk })
}
