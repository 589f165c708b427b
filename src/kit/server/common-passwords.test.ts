import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const person = ['mira.kapoor@aurevia.example', 'Mira', 'Kapoor', 'Brandkeep']

test.each([
  'Password@1',
  'P@ssw0rd1!',
  'Pa$$w0rd!',
  'Welcome@123',
  'Admin@2026',
  'Qwerty@123',
  'Abcd@1234',
  'Iloveyou!1',
  '!Letmein2026',
  'Summer#24',
  '123Monkey!',
  'Aaaaaaa1!',
  'Abc@Abc@Abc@1',
  'Dr@g0n#99',
  'Demo@2026',
  'Brandkeep@2026',
  'Kapoor#1985',
  'Mira@12345',
  'Ｐａｓｓｗｏｒｄ@1',
  'Iloveyou@1234567',
  'Letmein@2026!!',
])('%s is easy to guess', async (password) => expect(await isCommonPassword(password, person)).toBe(true))

test.each([
  'Tarn-Kestrel-82',
  'correct Horse 7 battery!',
  'Vq7#mLp2xT',
  'Zwölf Boxkämpfer 9!',
  'Welcome home 4 tea!',
  'Password84710592!x',
  'ŁódźKrakówGdańsk-1',
])('%s is not', async (password) => expect(await isCommonPassword(password, person)).toBe(false))
