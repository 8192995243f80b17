import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { NoticeSchema, NoticeSeverity } from '../gen/chess/lobby/v1/notice_service_pb';
import { readDismissed, shownNotice } from './notices.svelte';

describe('shownNotice', () => {
  it('has words for severities and milliseconds for times', () => {
    const notice = create(NoticeSchema, {
      noticeId: 12n,
      text: 'Back at noon',
      severity: NoticeSeverity.CRITICAL,
      untilTime: timestampFromMs(1_795_999_636_000),
    });
    expect(shownNotice(notice)).toEqual({
      id: '12',
      text: 'Back at noon',
      severity: 'critical',
      untilMs: 1_795_999_636_000,
    });
  });

  it('takes what is not said, or not known yet, for information without an end', () => {
    for (const severity of [NoticeSeverity.UNSPECIFIED, NoticeSeverity.INFO, 99]) {
      const notice = shownNotice(create(NoticeSchema, { severity }));
      expect(notice.severity).toBe('info');
      expect(notice.untilMs).toBeNull();
    }
  });
});

describe('readDismissed', () => {
  it('forgives garbage', () => {
    expect(readDismissed('["1","2"]')).toEqual(['1', '2']);
    for (const text of [null, '', '{', '{}', '7', '[1,null]']) {
      expect(readDismissed(text)).toEqual([]);
    }
  });
});
