import type { FastifyInstance } from 'fastify'
import { enforcementConfig } from '#features/enforcement-config/contract.ts'
import { resultsOf } from '#kit/contract/page.ts'
import { linksFor } from '#kit/server/files.ts'
import { defaultPageSize } from '#kit/server/read-page.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { configurationResponse } from './configuration-response.ts'
import { editConfiguration } from './edit-configuration.ts'
import { pageOfConfigurations } from './queries.ts'
import { removeConfiguration } from './remove-configuration.ts'
import { saveConfiguration } from './save-configuration.ts'
import { previewNotice, sendTestEmail } from './preview-notice.ts'

/** The calls that manage, preview and test enforcement configurations. */
export function enforcementConfigRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, enforcementConfig, {
    list: async ({ input, session, db }) => {
      const linkTo = linksFor(app.settings.signingSecret, session)
      const page = await pageOfConfigurations(db, input)
      const docs = page.docs.map((doc) => configurationResponse(linkTo, doc))
      return resultsOf({ ...page, docs }, input.perPage ?? defaultPageSize)
    },
    save: (call) => saveConfiguration(app, call),
    edit: (call) => editConfiguration(app, call),
    remove: removeConfiguration,
    preview: (call) => previewNotice(app, call),
    sendTest: (call) => sendTestEmail(app, call),
  })
}
