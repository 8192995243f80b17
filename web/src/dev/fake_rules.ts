// The list of rules as a server sends it, for pages without one.
import { create } from '@bufbuild/protobuf';
import { RuleAxis, RuleInfoSchema, type RuleInfo } from '../gen/chess/rules/v1/rules_service_pb';

const base = RuleAxis.BASE;
const twist = RuleAxis.TWIST;

function rule(key: string, axis: RuleAxis, excludes: string, more: object = {}): RuleInfo {
  return create(RuleInfoSchema, {
    key,
    axis,
    excludes: excludes.split(' ').filter(Boolean),
    ...more,
  });
}

export const fakeRules: RuleInfo[] = [
  rule('standard', base, ''),
  rule('atomic', base, 'identity_steal identity_append cannibal upgraded fog_of_war'),
  rule(
    'antichess',
    base,
    'draft identity_steal identity_append cannibal upgraded fog_of_war three_check king_of_the_hill',
  ),
  rule('crazyhouse', base, 'upgraded fog_of_war'),
  rule('horde', base, 'chess960 draft king_of_the_hill'),
  rule('racing_kings', base, 'chess960 draft fog_of_war three_check king_of_the_hill'),
  rule('chess960', RuleAxis.SETUP, 'horde racing_kings draft', {
    parameterMin: 0,
    parameterMax: 959,
    parameterDrawn: true,
  }),
  rule('draft', RuleAxis.SETUP, 'horde racing_kings antichess chess960', {
    parameterMin: 1,
    parameterMax: 200,
    parameterDefault: 39,
    drafts: true,
  }),
  rule('king_of_the_hill', twist, 'antichess racing_kings horde'),
  rule('three_check', twist, 'fog_of_war antichess racing_kings'),
  rule('dice', twist, ''),
  rule('hand_and_brain', twist, ''),
  rule('fog_of_war', twist, 'atomic antichess racing_kings crazyhouse three_check'),
  rule('identity_steal', twist, 'atomic antichess identity_append cannibal'),
  rule('identity_append', twist, 'atomic antichess identity_steal cannibal'),
  rule('upgraded', twist, 'atomic antichess crazyhouse'),
  rule('cannibal', twist, 'atomic antichess identity_steal identity_append'),
];
