import type { FastifyInstance } from 'fastify'
import { maxSettings, userSettings } from '#features/user-settings/contract.ts'
import { messages } from '#features/user-settings/messages.ts'
import { notifyLive } from '#kit/server/live.ts'
import { invalid } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { settingsTopic } from './live.ts'
import { changeSettings, settingsOf } from './queries.ts'

/** A person's own settings. The other windows of the person are notified that something changed, without what it is. */
export function userSettingRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, userSettings, {
    read: async ({ db, session }) => ({ settings: await settingsOf(db, session.userId) }),
    save: async ({ db, session, input: { settings, origin = '' } }) => {
      if ((await changeSettings(db, session.userId, settings)) > maxSettings)
        throw invalid({ settings: messages.tooMany })
      await notifyLive(db, settingsTopic, { userId: session.userId, origin })
      return { message: messages.saved }
    },
  })
}
