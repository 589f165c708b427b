import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { activity, activityFiles } from '#features/activity/contract.ts'
import { messages } from '#features/activity/messages.ts'
import { fileExtensions, lineBounds } from '#features/activity/rules.ts'
import { wrongFileType } from '#features/files/messages.ts'
import { hasUploaded } from '#features/files/server/own-files.ts'
import { storeFiles, type UploadRules } from '#features/files/server/store-files.ts'
import { linksForReader } from '#kit/server/files.ts'
import { Problem } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { addMessage } from './add-line.ts'
import { choicesOf, saveChoices } from './choice-queries.ts'
import { readSubjectOf, readThread, suggestPeople } from './read-thread.ts'
import type { Subjects } from './subject.ts'
import type { Session } from '#kit/server/session.ts'

/** Files that one person can upload in an hour, attached or not. */
const uploadsPerHour = 100

const uploadRules: UploadRules = {
  purpose: 'activity',
  extensions: fileExtensions,
  refusal: (name) => wrongFileType(name, messages.fileTypes),
  maxFiles: lineBounds.files,
  isPrivate: true,
}

/** Registers the calls about threads. `subjects` reads what a thread may be about. */
export async function activityRoutes(api: FastifyInstance, app: AppContext, subjects: Subjects): Promise<void> {
  const { bucket } = app.files
  const linksTo = ({ userId }: Session) => linksForReader(app.settings.signingSecret, bucket, userId)
  serve(api, app, activity, {
    list: ({ db, session, input }) => readThread(db, session, input, { subjects, linkTo: linksTo(session) }),
    add: ({ db, session, input }) => addMessage(db, session, input, { subjects, bucket }),
    people: ({ db, session, input }) => suggestPeople(db, session, input, subjects),
    ofNotification: ({ db, session, input }) => readSubjectOf(db, session, input.id),
    choices: ({ db, session }) => choicesOf(db, session.userId),
    choose: async ({ db, session, input }) => {
      await saveChoices(db, session.userId, input)
      return { message: messages.choicesSaved }
    },
  })
  await api.register(async (scope) => {
    await scope.register(multipart)
    serve(scope, app, activityFiles, { upload: ({ request }) => storeAttachments(app, request) })
  })
}

async function storeAttachments(app: AppContext, request: FastifyRequest) {
  const userId = request.session?.userId ?? ''
  if (await hasUploaded(app.db, { purpose: 'activity', userId, max: uploadsPerHour }))
    throw new Problem(429, messages.tooManyUploads)
  return storeFiles(app, request, uploadRules)
}
