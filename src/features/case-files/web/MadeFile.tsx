import { Alert, Anchor, Button, Code, CopyButton, Group, List, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { CaseFile } from '#features/case-files/contract.ts'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'
import type { Part } from './use-download.ts'

type Props = { file: CaseFile; bytes: number | undefined; download: (file: CaseFile, part: Part) => void }

/** A finished file: both downloads, its verification code, and problems with its evidence. */
export function MadeFile({ file, bytes, download }: Props) {
  const button = (part: Part, label: string) => (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={bytes !== undefined}
      onClick={() => download(file, part)}
    >
      {label}
    </Button>
  )
  return (
    <Stack gap="xs" style={{ whiteSpace: 'normal' }}>
      {file.state === 'ready' ? (
        <Group gap="xs">
          {button('zip', texts.zip(file.zipBytes))}
          {button('pdf', texts.pdf(file.pdfBytes))}
          {file.isSigned ? button('proof', texts.proof) : null}
          {bytes === undefined ? null : (
            <Text size="xs" role="status">
              {texts.arrived(bytes)}
            </Text>
          )}
        </Group>
      ) : null}
      {file.head === null ? null : (
        <div>
          <Text size="sm" fw={600}>
            {texts.verificationCode}
          </Text>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Code style={{ overflowWrap: 'anywhere' }}>{file.head}</Code>
            <CopyButton value={file.head}>
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
          <Proofs file={file} />
        </div>
      )}
      {file.warnings.length > 0 ? (
        <Alert color="orange" title={texts.warnings}>
          <List size="xs">
            {file.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      {file.problem === null ? null : <Text size="sm">{file.problem}</Text>}
    </Stack>
  )
}

/** Where anybody verifies a case file: one page, which sends nothing anywhere. */
const verifyPage = '/verify.html'

/** What proves where the file comes from, and from when it is. */
function Proofs({ file: { isSigned, stamps } }: Pick<Props, 'file'>) {
  const { businessZone: zone } = useSettings()
  return (
    <List size="xs" c="dimmed" mt={4} listStyleType="none">
      <List.Item>{isSigned ? texts.signed : texts.notSigned}</List.Item>
      {stamps.map(({ authority, at, problem, tries }) => {
        const host = URL.parse(authority)?.host ?? authority
        const moment = at && `${showDayOf(at, zone)} ${showTime(at, zone)}`
        return (
          <List.Item key={authority}>
            {moment ? texts.stamped(host, moment) : texts.notStamped(host, problem, tries)}
          </List.Item>
        )
      })}
    </List>
  )
}
