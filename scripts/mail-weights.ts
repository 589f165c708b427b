// `node scripts/mail-weights.ts`: writes again how much pieces of words are like programs' or persons' (text-weights.txt).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailWeightsFrom } from '../src/app/corpora/mail-weights.ts'

const root = join(import.meta.dirname, '..')
const weights = await mailWeightsFrom(join(root, 'tests/fixtures/written/email/bounces'))
writeFileSync(join(root, 'src/features/replies/server/text-weights.txt'), weights)
