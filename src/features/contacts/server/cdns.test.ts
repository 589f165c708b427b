import { expect, test } from 'vitest'
import { cdnNamed } from './cdns.ts'

test.each(['CLOUDFLARENET', 'Cloudflare, Inc.', 'AKAMAI-AS', 'Akamai Technologies', 'Fastly, Inc.', 'Sucuri'])(
  '%s passes reports on',
  (name) => expect(cdnNamed(name)).toBeDefined(),
)

test.each(['Nordkeep GmbH', 'Fast Lyra Hosting', 'Amazon.com, Inc.', ''])('%s is a host of its own', (name) =>
  expect(cdnNamed(name)).toBeUndefined(),
)
