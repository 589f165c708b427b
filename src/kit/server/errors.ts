import type { FastifyError, FastifyInstance } from 'fastify'
import { type FieldErrors, Problem } from './problem.ts'

/** Texts for what Fastify itself refuses before a handler runs. */
const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'This content type is not supported.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body does not have the length it states.'],
  FST_ERR_BAD_URL: [404, 'Resource not found.'],
}

/** Gives every failure the agreed shape (G9): {message}, with `errors` as a list of one-key objects on a 422. */
export function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    if (error instanceof Problem) {
      const errors = error.fields && fieldsAs(request.routeOptions.config.endpoint?.errorsAs ?? 'list', error.fields)
      return reply.status(error.status).send({ message: error.message, ...(errors ? { errors } : {}), ...error.extra })
    }
    const refusal = refusals[error.code ?? '']
    if (refusal) return reply.status(refusal[0]).send({ message: refusal[1] })
    if (error instanceof SyntaxError || error.statusCode === 400)
      return reply.status(400).send({ message: 'The request cannot be read.' })
    if (error.statusCode === 429)
      return reply.status(429).send({ message: 'Too many attempts. Please try again later.' })
    if (error.statusCode === 503) return reply.status(503).send({ message: 'The service is busy. Please try again.' })
    request.log.error({ err: error }, 'defect')
    return reply.status(500).send({ message: 'Something went wrong' })
  })
}

function fieldsAs(shape: 'list' | 'object', fields: FieldErrors): object {
  if (shape === 'object') return fields
  return Object.entries(fields).map(([field, sentence]) => ({ [field]: sentence }))
}
