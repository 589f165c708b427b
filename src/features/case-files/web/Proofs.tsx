import { Anchor, Button, Code, CopyButton, Group, List, Text } from '@mantine/core'
import type { CaseFile } from '#features/case-files/contract.ts'
import { useSettings } from '#kit/web/settings.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'

/** Where anybody verifies a file: one page, which sends nothing anywhere. */
const verifyPage = '/verify.html'

/** The code of a file, to copy, and where it is verified. */
export function VerificationCode({ head }: { head: string }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {texts.verificationCode}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code style={{ overflowWrap: 'anywhere' }}>{head}</Code>
        <CopyButton value={head}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy} style={{ flex: 'none' }}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {texts.verificationHint}{' '}
        <Anchor href={verifyPage} underline="always" inherit>
          {texts.verifyPage}
        </Anchor>
      </Text>
    </>
  )
}

/** What proves where a file comes from, and from when it is; `signed` says whether it has a signature. */
export function Proofs({ of: { stamps }, signed }: { of: Pick<CaseFile, 'stamps'>; signed: string }) {
  const { businessZone: zone } = useSettings()
  return (
    <List size="xs" c="dimmed" mt={4} listStyleType="none">
      <List.Item>{signed}</List.Item>
      {stamps.map(({ authority, at, problem, tries, isGivenUp }) => {
        const host = URL.parse(authority)?.host ?? authority
        const moment = at && showMoment(at, zone)
        return (
          <List.Item key={authority}>
            {moment ? texts.stamped(host, moment) : texts.notStamped(host, { problem, tries, isGivenUp })}
          </List.Item>
        )
      })}
    </List>
  )
}
